import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useReducer } from 'react';
import type { getMyPasswordPolicy } from '#contract/site/my-tenant.ts';
import type { changePassword } from '#contract/credentials/me-password.ts';
import type { Me } from '#contract/sign-in/me.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CheckedForm } from '../../../ui/form/CheckedForm.tsx';
import { PasswordBox } from '../../../ui/form/PasswordBox.tsx';
import { PasswordPolicyPanel } from '../../../ui/form/PasswordPolicyPanel.tsx';
import { PasswordStrengthMeter } from '../../../ui/form/PasswordStrengthMeter.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../account.module.css';
import parts from '../../../ui/form/parts.module.css';
import { sessionsQuery } from '../queries.ts';
import { emptyForm, fieldOfError, isComplete, ownMistake, type PasswordField, reducePassword } from './form.ts';
import { PasswordAge } from './PasswordAge.tsx';
import { usePasswordScore } from './use-password-score.ts';

type Policy = AnswerOf<typeof getMyPasswordPolicy>;
type Props = { policy: Policy; me: Me; say: (alert: AlertContent | undefined) => void };

const knownOf = ({ userId, givenName, familyName, tenantId, tenantName, loginMailAddress }: Me) => ({
  ...{ userId, givenName, familyName, tenantId, tenantName },
  mailAddresses: [loginMailAddress],
});

/** Current, new (its rules tick off while one types), new once more. */
export function PasswordFormCard({ policy, me, say }: Props) {
  const t = useT();
  const rules = useId();
  const renewMe = useRenewMe();
  const queryClient = useQueryClient();
  const [form, change] = useReducer(reducePassword, emptyForm);
  const { busy, run } = useAct(say);
  const { typed } = form;
  const score = usePasswordScore(typed.newPassword, policy);
  const box = (field: PasswordField) => ({
    label: t(`account.password.${field}`),
    value: typed[field],
    onChange: (value: string) => change({ type: 'typed', field, value }),
    validate: (value: string) => {
      const mistake = ownMistake(field, value, typed, policy);
      return mistake && t(`account.password.mistake_${mistake}`);
    },
    error: form.refused[field] && t(`errors.${form.refused[field]}`),
    required: true,
  });
  const refused = (error: unknown) => {
    const mistakes = fieldMistakes(error, fieldOfError, ['currentPassword', 'newPassword'] as const);
    if (mistakes) change({ type: 'refused', mistakes });
    return mistakes !== undefined;
  };
  const send = async () => {
    const { currentPassword, newPassword } = typed;
    const body = { currentPassword, newPassword };
    const done = await run(
      () => call<typeof changePassword>({ method: 'PUT', path: '/api/auth/me/password', body }),
      refused,
    );
    if (!done) return;
    change({ type: 'emptied' });
    const count = done.answer.endedSessions;
    const text = count === 0 ? t('account.password.changedOnlyHere') : t('account.password.changed', { count });
    say({ kind: 'success', text });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    await renewMe();
  };
  return (
    <SettingsCard
      title={t('ui.account.change_password')}
      why={
        <>
          <p>{t('account.password.why')}</p>
          <PasswordAge me={me} expiresAfterDays={policy.expiresAfterDays} />
        </>
      }
    >
      <CheckedForm className={classes.form} isRight={isComplete(form, policy)} busy={busy} onSend={send}>
        {/* Password managers file the new password under this name. */}
        <input
          className="visually-hidden"
          type="text"
          name="username"
          autoComplete="username"
          value={me.userId}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordBox {...box('currentPassword')} autoComplete="current-password" />
        <PasswordBox {...box('newPassword')} autoComplete="new-password" aria-describedby={rules} />
        <PasswordStrengthMeter score={score} />
        <PasswordPolicyPanel id={rules} policy={policy} password={typed.newPassword} known={knownOf(me)} />
        <PasswordBox {...box('confirmation')} autoComplete="new-password" />
        <p className={parts.note}>{t('account.password.othersEnd')}</p>
        <div className={parts.buttons}>
          <Button type="submit" loading={busy}>
            {t('ui.account.change_password')}
          </Button>
        </div>
      </CheckedForm>
      <LeaveGuard changed={!busy && Object.values(typed).some((value) => value !== '')} />
    </SettingsCard>
  );
}
