import { useState } from 'react';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../account.module.css';
import parts from '../../../ui/form/parts.module.css';
import { AuthenticatorRow } from './AuthenticatorRow.tsx';
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx';

/** Second factor (spec section 2 and 4): one row for each way to prove who one is, then the way back in without them. */
export function MfaSettings() {
  const t = useT();
  const me = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const app = me.totp.find(({ enabled }) => enabled);
  if (!me.mfaStatus.enabled && !app) {
    return (
      <div className={classes.plain}>
        <EmptyState title={t('account.mfa.offTitle')}>{t('account.mfa.off')}</EmptyState>
      </div>
    );
  }
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <SettingsCard title={t('account.mfa.title')} why={t('account.mfa.why')}>
        {me.mfaStatus.enabled ? null : <p className={parts.note}>{t('account.mfa.off')}</p>}
        {me.mfaStatus.enforced ? <p className={parts.note}>{t('account.mfa.enforced')}</p> : null}
        <ul className={parts.items}>
          <li>
            <AuthenticatorRow me={me} app={app} say={setAlert} />
          </li>
        </ul>
      </SettingsCard>
      {app ? <RecoveryCodesCard say={setAlert} /> : null}
    </>
  );
}
