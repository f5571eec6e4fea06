import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { CountedRule } from '#contract/licences/permitted.ts';
import { failureText } from '../../base/failure.ts';
import { useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { CheckboxSet } from '../../ui/form/CheckboxSet.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import classes from './permissions.module.css';
import { deviceRuleQuery } from './queries.ts';
import { typesFor } from './save.ts';
import type { License, LicenseRule } from './types.ts';

type Props = {
  license: License;
  rule: LicenseRule;
  busy: boolean;
  onSave: (types: string[], keepExceptions: boolean) => void;
  onCancel: () => void;
};

/** A rule of a licence: all devices of the types chosen, with what it would do in numbers (spec section 6). */
export function RuleDialog({ license, rule, busy, onSave, onCancel }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const offered = typesFor(license);
  // The rule may be older than what the licence is for now: a type that is not offered is none to save.
  const [types, setTypes] = useState(rule.deviceTypes.filter((type) => offered.includes(type)));
  const [keep, setKeep] = useState(true);
  const isSame = types.length === rule.deviceTypes.length && types.every((type) => rule.deviceTypes.includes(type));
  const hasReversed = rule.exceptions + rule.singles > 0;
  const { data, error, isPlaceholderData } = useQuery(
    deviceRuleQuery(tenantId, license.licenseId, types, keep && hasReversed),
  );
  const app = license.serviceName;
  return (
    <ModalDialog
      opened
      width={560}
      title={t('permissions.rule.title', { app })}
      okLabel={t('permissions.rule.save')}
      okDisabled={!data || isPlaceholderData || (isSame && (keep || !hasReversed))}
      busy={busy}
      onCancel={onCancel}
      onOk={() => onSave(types, keep && hasReversed)}
    >
      <div className={classes.effect}>
        <p>{t('permissions.rule.lead')}</p>
        <CheckboxSet
          label={t('permissions.rule.types')}
          help={types.length === 0 ? t('permissions.rule.noType') : undefined}
          choices={offered.map((type) => ({ value: type, label: type }))}
          value={types}
          onChange={setTypes}
        />
        {hasReversed ? (
          <Checkbox
            label={t('permissions.rule.keep')}
            description={t('permissions.rule.keepHelp')}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        ) : null}
        <div className={classes.effect} aria-live="polite">
          {error ? <p>{failureText(t, error)}</p> : data ? <Effect license={license} counted={data} /> : null}
        </div>
      </div>
    </ModalDialog>
  );
}

function Effect({ license: { volume }, counted }: { license: License; counted: CountedRule }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { gaining, losing, exceptions, used } = counted;
  return (
    <>
      {gaining > 0 ? <p>{t('permissions.all.permit_device', { count: gaining })}</p> : null}
      {losing > 0 ? <p>{t('permissions.all.take_device', { count: losing })}</p> : null}
      {gaining + losing === 0 ? <p>{t('permissions.rule.same')}</p> : null}
      {exceptions > 0 ? <p>{t('permissions.rule.kept', { count: exceptions })}</p> : null}
      {!isUnlimitedVolume(volume) && used > volume ? (
        <p data-over>{t('permissions.rule.over', { used: number.format(used), volume: number.format(volume) })}</p>
      ) : null}
    </>
  );
}
