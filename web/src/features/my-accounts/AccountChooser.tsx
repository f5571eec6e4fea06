import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../base/Loaded.tsx';
import { paths } from '../../base/paths.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import { forgetTokens } from '../../session/tokens.ts';
import { startSignIn } from '../../session/sign-in.ts';
import { clearSession } from '../../base/sign-out.ts';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { AccountList } from './AccountList.tsx';
import { accountsQuery, openAccount, saveDefaultTenant } from './queries.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { nextSwitchStep, type SwitchStep } from './switch-step.ts';
import type { LoginAnswer } from '#contract/sign-in/login.ts';

/** The cookie is the other account's now: this tab drops what it held of the old one and gets tokens of the new. */
async function enter(mfaSetupRequired: boolean): Promise<void> {
  clearSession();
  forgetTokens();
  if (mfaSetupRequired) return location.assign(`${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(paths.top)}`);
  await startSignIn(paths.top);
}

/** The accounts of this person: open one, or make one the default of the mail address. */
export function AccountChooser() {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(accountsQuery);
  const [alert, setAlert] = useState<AlertContent>();
  const [step, setStep] = useState<SwitchStep>({ step: 'choose' });
  const { busy, run } = useAct(setAlert);
  const proceed = async (answer: LoginAnswer) => {
    const next = nextSwitchStep(answer);
    setStep(next);
    if (next.step === 'opened') await enter(next.mfaSetupRequired);
    if (next.step === 'signInThere') {
      setStep({ step: 'choose' });
      setAlert({
        kind: 'info',
        text: t('portal.accounts.signInThere'),
        action: { label: t('common.signOut'), onClick: () => location.assign(paths.logout) },
      });
    }
  };
  const open = async (tenantId: string) => {
    const done = await run(() => openAccount(tenantId));
    if (done) await proceed(done.answer);
  };
  const makeDefault = async (tenantId: string | null) => {
    const done = await run(() => saveDefaultTenant(tenantId));
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
    setAlert({ kind: 'success', text: t('portal.accounts.defaultSaved') });
  };
  if (step.step === 'secondFactor') {
    return (
      <SecondFactorStep
        loginId={step.loginId}
        methods={step.methods}
        onAnswer={(answer) => void proceed(answer)}
        onBack={() => setStep({ step: 'choose' })}
      />
    );
  }
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={query} height={160} failedTitle={t('portal.accounts.failedTitle')}>
        {(accounts) => (
          <AccountList
            accounts={accounts}
            busy={busy || step.step === 'opened'}
            onOpen={(tenantId) => void open(tenantId)}
            onDefault={(tenantId) => void makeDefault(tenantId)}
          />
        )}
      </Loaded>
    </>
  );
}
