import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CONFIRM_CODE_LENGTH } from '#contract/limits.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { failureAlert } from '../../base/failure.ts';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { goToLogin } from '../../session/sign-in.ts';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { PasswordBox } from '../../ui/form/PasswordBox.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { nothingTyped, proofBody } from './proof-form.ts';
import { givePassword, giveSecondFactor, type Next } from './sign-in-again.ts';

type Props = { opened: boolean; onAnswer: (given: boolean) => void };

/** The session has ended, and a form is to be kept: the steps of the sign-in, for the same user, over the page. */
export function SignInAgainDialog({ opened, onAnswer }: Props) {
  const t = useT();
  const me = useMe();
  const [typed, setTyped] = useState(nothingTyped);
  const [next, setNext] = useState<Next>();
  const [wrong, setWrong] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const due = typeof next === 'object' ? next : undefined;
  // The box of the next step has come, or what was typed in it is wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: then
  useEffect(() => box.current?.focus(), [due?.loginId, typed.byRecoveryCode, wrong]);
  const set = (field: 'password' | 'otp' | 'recoveryCode') => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setWrong(undefined);
  };
  const proof = proofBody(due ? 'otp' : 'password', typed);
  const fail = (error: unknown) => {
    // A sign-in that is too old begins anew.
    if (hasErrorId(error, 'login_expired')) setNext(undefined);
    if (hasErrorId(error, due ? 'wrong_otp' : 'mismatch')) setWrong(t(due ? 'errors.wrong_otp' : 'portal.again.wrong'));
    else setAlert(failureAlert(t, error));
  };
  const send = async () => {
    setBusy(true);
    setAlert(undefined);
    try {
      const given = due
        ? await giveSecondFactor(me, { loginId: due.loginId, ...(proof as { otp: string } | { recoveryCode: string }) })
        : await givePassword(me, typed.password);
      setNext(given);
      if (given === 'done') onAnswer(true);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const elsewhere = next === 'elsewhere';
  return (
    <ModalDialog
      opened={opened}
      title={t('portal.again.title')}
      okLabel={t(elsewhere ? 'portal.again.toPage' : 'common.signIn')}
      okDisabled={!elsewhere && proof === undefined}
      busy={busy}
      onCancel={() => onAnswer(false)}
      onOk={() => (elsewhere ? goToLogin() : void send())}
    >
      <p>{t(elsewhere ? 'portal.again.elsewhere' : 'portal.again.why', { userId: me.userId })}</p>
      <AlertArea alert={alert} />
      {next === undefined ? (
        <PasswordBox
          label={t('common.password')}
          value={typed.password}
          onChange={set('password')}
          autoComplete="current-password"
          required
          error={wrong}
          data-autofocus
        />
      ) : null}
      {due && !typed.byRecoveryCode ? (
        <TextBox
          label={t('portal.proof.otp')}
          help={t('portal.proof.otpHelp')}
          kind="digits"
          maxLength={CONFIRM_CODE_LENGTH}
          autoComplete="one-time-code"
          required
          value={typed.otp}
          onChange={set('otp')}
          error={wrong}
          ref={box}
        />
      ) : null}
      {due && typed.byRecoveryCode ? (
        <TextBox
          label={t('portal.proof.recoveryCode')}
          help={t('portal.proof.recoveryCodeHelp')}
          autoComplete="off"
          required
          value={typed.recoveryCode}
          onChange={set('recoveryCode')}
          error={wrong}
          ref={box}
        />
      ) : null}
      {due?.hasRecoveryCodes ? (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setTyped((before) => ({ ...before, byRecoveryCode: !before.byRecoveryCode }))}
          >
            {t(typed.byRecoveryCode ? 'portal.proof.useOtp' : 'portal.proof.useRecoveryCode')}
          </Button>
        </div>
      ) : null}
    </ModalDialog>
  );
}
