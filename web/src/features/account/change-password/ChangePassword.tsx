import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import classes from '../account.module.css';
import { passwordPolicyQuery } from '../queries.ts';
import { PasswordFormCard } from './PasswordFormCard.tsx';

/** Change password (spec section 2, My Account Settings). */
export function ChangePassword() {
  const t = useT();
  const me = useMe();
  const policy = useQuery(passwordPolicyQuery);
  const [alert, setAlert] = useState<AlertContent>();
  if (!me.passwordAssigned) {
    return (
      <div className={classes.plain}>
        <EmptyState title={t('account.password.noneTitle')}>{t('account.password.none')}</EmptyState>
      </div>
    );
  }
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={policy} height={480} failedTitle={t('account.password.failedTitle')}>
        {(data) => <PasswordFormCard policy={data} me={me} say={setAlert} />}
      </Loaded>
    </>
  );
}
