import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { reauthenticate } from '#contract/sign-in/me-reauthentication.ts';
import { CONFIRM_CODE_LENGTH } from '#contract/limits.ts';
import { isConfirmCode } from '#contract/rules.ts';
import { call } from '../../api/call.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { PasswordBox } from '../../ui/form/PasswordBox.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import { failureAlert, fieldMistakes } from '../../base/failure.ts';
import { paths } from '../../base/paths.ts';
import { useMe } from '../../base/session-queries.ts';
import { nothingTyped, proofBody, wayFor, type ProofField } from './proof-form.ts';

type Props = { opened: boolean; onAnswer: (given: boolean) => void };

/** Password and, where there is one, second factor: who sits here now? */
export function ReauthenticationDialog({ opened, onAnswer }: Props) {
  const t = useT();
  const me = useMe();
  const way = wayFor(me);
  const [typed, setTyped] = useState(nothingTyped);
  const [wrong, setWrong] = useState<Partial<Record<ProofField, string>>>({});
  const [alert, setAlert] = useState<AlertContent>();
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLParagraphElement>(null);
  const second = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (Object.keys(wrong).length === 0) return;
    const box = place.current?.closest('form')?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    box?.focus();
    box?.select();
  }, [wrong]);
  const switched = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the other box has come
  useEffect(() => {
    if (switched.current) second.current?.focus();
  }, [typed.byRecoveryCode]);
  const set = (field: ProofField) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setWrong({});
  };
  const fail = (error: unknown) => {
    const mistakes = fieldMistakes<ProofField>(error, {
      wrong_currentPassword: 'password',
      wrong_otp: typed.byRecoveryCode ? 'recoveryCode' : 'otp',
    });
    const found = Object.entries(mistakes ?? {}).map(([field, id]) => [field, t(`errors.${id}`)]);
    setWrong(Object.fromEntries(found));
    const signInAnew = hasErrorId(error, 'reauthentication_required');
    if (!mistakes) setAlert(signInAnew ? { kind: 'info', text: t('portal.proof.signInAnew') } : failureAlert(t, error));
  };
  const send = async () => {
    setBusy(true);
    setAlert(undefined);
    try {
      const body = proofBody(way, typed);
      await call<typeof reauthenticate>({ method: 'POST', path: '/api/auth/me/reauthenticate', body, isProof: true });
      onAnswer(true);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const complete = proofBody(way, typed) !== undefined;
  const other = t(typed.byRecoveryCode ? 'portal.proof.useOtp' : 'portal.proof.useRecoveryCode');
  return (
    <ModalDialog
      opened={opened}
      title={t('portal.proof.title')}
      okLabel={t(way === 'none' ? 'common.signOut' : 'portal.proof.confirm')}
      okDisabled={!complete}
      busy={busy}
      onCancel={() => onAnswer(false)}
      onOk={() => (way === 'none' ? location.assign(paths.logout) : void send())}
    >
      <p ref={place}>{t(way === 'none' ? 'portal.proof.signInAnew' : 'portal.proof.why')}</p>
      <AlertArea alert={alert} />
      {way === 'password' || way === 'both' ? (
        <PasswordBox
          label={t('common.password')}
          value={typed.password}
          onChange={set('password')}
          autoComplete="current-password"
          required
          error={wrong.password}
          data-autofocus
        />
      ) : null}
      {(way === 'otp' || way === 'both') && !typed.byRecoveryCode ? (
        <TextBox
          label={t('portal.proof.otp')}
          help={t('portal.proof.otpHelp')}
          kind="digits"
          maxLength={CONFIRM_CODE_LENGTH}
          autoComplete="one-time-code"
          required
          value={typed.otp}
          onChange={set('otp')}
          validate={(value) => (isConfirmCode(value) ? undefined : t('portal.proof.otpWrong'))}
          error={wrong.otp}
          ref={second}
          data-autofocus={way === 'otp'}
        />
      ) : null}
      {(way === 'otp' || way === 'both') && typed.byRecoveryCode ? (
        <TextBox
          label={t('portal.proof.recoveryCode')}
          help={t('portal.proof.recoveryCodeHelp')}
          autoComplete="off"
          required
          value={typed.recoveryCode}
          onChange={set('recoveryCode')}
          error={wrong.recoveryCode}
          ref={second}
        />
      ) : null}
      {(way === 'otp' || way === 'both') && me.recoveryCodesLeft > 0 ? (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              switched.current = true;
              setTyped((before) => ({ ...before, byRecoveryCode: !before.byRecoveryCode }));
            }}
          >
            {other}
          </Button>
        </div>
      ) : null}
    </ModalDialog>
  );
}
