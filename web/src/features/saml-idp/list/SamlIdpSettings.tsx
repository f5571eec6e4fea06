import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { OwnCertificates } from '../../../base/saml-keys/OwnCertificates.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { AddSpDialog } from '../add/AddSpDialog.tsx';
import { idpQuery } from '../queries.ts';
import classes from '../saml-idp.module.css';
import { OurValues } from './OurValues.tsx';
import { SpList } from './SpList.tsx';

const route = getRouteApi('/frame/portal/tenant/saml-idp-settings');

/** The tenant as SAML identity provider (spec section 2, "saml-idp-settings"): its apps, its values, its certificates. */
export function SamlIdpSettings() {
  const t = useT();
  const { tenantId } = useMe();
  const { error } = route.useSearch();
  const query = useQuery(idpQuery(tenantId));
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries({ queryKey: idpQuery(tenantId).queryKey });
  const [adding, setAdding] = useState(false);
  const [alert, setAlert] = useState<AlertContent | undefined>(
    error === 'samlSpEmpty' ? { kind: 'warning', text: t('samlIdp.noneRegistered') } : undefined,
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('samlIdp.add')}
    </Button>
  );
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <div className={classes.head}>
        <p>
          {t('samlIdp.lead')} <LearnMore guide="connect-a-saml-app" about={t('ui.tenant.saml-idp-settings')} />
        </p>
        {add}
      </div>
      <SpList add={add} />
      <Loaded query={query} height={640} failedTitle={t('samlIdp.valuesFailed')}>
        {(idp) => (
          <div className={classes.cards}>
            <SettingsCard title={t('samlIdp.valuesTitle')} why={t('samlIdp.valuesWhy')}>
              <OurValues idp={idp} />
            </SettingsCard>
            <SettingsCard title={t('samlIdp.certificatesTitle')} why={t('samlIdp.certificatesWhy')}>
              <OwnCertificates use="answers" certifications={idp.certifications} say={setAlert} onChanged={renew} />
            </SettingsCard>
          </div>
        )}
      </Loaded>
      {adding ? <AddSpDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
