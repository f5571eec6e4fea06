import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { deleteSamlSp } from '#contract/apps/saml-idp.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { samlIdpKey, type Sp, spPath, spQuery } from '../queries.ts';
import classes from '../saml-idp.module.css';

type Props = { sp: Sp; say: (alert: AlertContent | undefined) => void };

/** Which app it is, whether it is on, and the way out of it. */
export function SpHead({ sp, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState(false);
  const { samlSpId, displayName: name } = sp;
  const remove = async () => {
    const params = { tenantId, samlSpId };
    const done = await run(() =>
      call<typeof deleteSamlSp>({ method: 'DELETE', path: spPath, params, pattern: 'powerUser' }),
    );
    setAsked(false);
    if (!done) return;
    await navigate({ to: paths.tenant('saml-idp-settings'), search: {}, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: spQuery(tenantId, samlSpId).queryKey });
    await queryClient.invalidateQueries({ queryKey: samlIdpKey });
  };
  return (
    <>
      <DetailHeader
        name={name}
        sign={
          <span className={classes.sign} aria-hidden="true">
            {sp.icon.enabled && sp.icon.data ? (
              <img src={sp.icon.data} alt="" width={32} height={32} />
            ) : (
              <IconCertificate size={26} stroke={1.5} />
            )}
          </span>
        }
        id={{ label: t('logs.field_entityId'), value: sp.entityId }}
        status={
          <StatusBadge tone={sp.enabled ? 'good' : 'neutral'}>
            {t(sp.enabled ? 'samlIdp.on' : 'samlIdp.off')}
          </StatusBadge>
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => setAsked(true)}
          >
            {t('samlIdp.delete')}
          </Button>
        }
      />
      {asked ? (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t('samlIdp.deleteTitle', { name })}
          okLabel={t('samlIdp.delete')}
          onOk={() => void remove()}
          onCancel={() => setAsked(false)}
        >
          <p>{t('samlIdp.deleteEffect')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
