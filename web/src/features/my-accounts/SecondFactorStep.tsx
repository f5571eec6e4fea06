import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { LoginAnswer, loginMfa } from '#contract/sign-in/login.ts';
import { CONFIRM_CODE_LENGTH } from '#contract/limits.ts';
import { isConfirmCode } from '#contract/rules.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import classes from './my-accounts.module.css';

type Props = {
  loginId: string;
  methods: readonly ('totp' | 'recoveryCode')[];
  onAnswer: (answer: LoginAnswer) => void;
  onBack: () => void;
};

/** The second factor of the other account. */
export function SecondFactorStep({ loginId, methods, onAnswer, onBack }: Props) {
  const t = useT();
  const [code, setCode] = useState('');
  const [byApp, setByApp] = useState(methods.includes('totp'));
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const complete = byApp ? isConfirmCode(code) : code.trim().length >= 8;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete || busy) return;
    const body = byApp ? { loginId, otp: code } : { loginId, recoveryCode: code.trim() };
    const done = await run(
      () => call<typeof loginMfa>({ method: 'POST', path: '/api/auth/login/user/mfa', body, noAuth: true }),
      (error) => {
        const wrong = hasErrorId(error, 'wrong_otp');
        if (wrong) setRefusal(t('errors.wrong_otp'));
        return wrong;
      },
    );
    if (done) onAnswer(done.answer);
  };
  const turn = () => {
    setByApp(!byApp);
    setCode('');
    setRefusal(undefined);
  };
  return (
    <form className={classes.content} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('portal.accounts.secondFactor')}</p>
      <AlertArea alert={alert} />
      <TextBox
        key={String(byApp)}
        label={t(byApp ? 'portal.proof.otp' : 'portal.proof.recoveryCode')}
        help={t(byApp ? 'portal.proof.otpHelp' : 'portal.proof.recoveryCodeHelp')}
        kind={byApp ? 'digits' : 'text'}
        maxLength={byApp ? CONFIRM_CODE_LENGTH : 64}
        autoComplete={byApp ? 'one-time-code' : 'off'}
        required
        value={code}
        onChange={(value) => {
          setCode(value);
          setRefusal(undefined);
        }}
        error={refusal}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={!complete}>
          {t('portal.accounts.open')}
        </Button>
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('common.back')}
        </Button>
        {methods.length > 1 ? (
          <Button variant="subtle" onClick={turn} disabled={busy}>
            {t(byApp ? 'portal.proof.useRecoveryCode' : 'portal.proof.useOtp')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
