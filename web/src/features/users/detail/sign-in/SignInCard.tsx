import type { ReactNode } from 'react';
import type { User } from '#contract/people/users-fields.ts';
import { dash } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { DateTimeText } from '../../../../ui/text/DateTimeText.tsx';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import parts from '../../../../ui/form/parts.module.css';

/** How the user signs in, to read. What keeps them out is said once, at the head of the page (`SignInState`). */
export function SignInCard({ user }: { user: User }) {
  const t = useT();
  const timeZone = timeZoneOf(useMe());
  const time = (value: string | null) => <DateTimeText value={value} timeZone={timeZone} />;
  const password = !user.passwordAssigned
    ? t('users.passwordNone')
    : user.mustChangePassword
      ? t('users.passwordMustChange')
      : t('users.passwordSet');
  const facts: [string, ReactNode][] = [
    [t('users.lastSignIn'), user.loginedAt ? time(user.loginedAt) : t('users.never')],
    [t('users.openSessions'), t('users.sessionCount', { count: user.openSessions })],
    [t('common.password'), password],
    [t('users.mfa'), t(user.mfaStatus.enabled ? 'common.on' : 'common.off')],
    [t('users.pin'), t(user.userCodeAssigned ? 'users.isSet' : 'users.isNotSet')],
    [t('users.cards'), user.onpremiseAccounts.map(cardName).join(', ') || dash],
    [t('users.source'), t(`users.source_${user.source}`)],
    [t('users.createdAt'), time(user.createdAt)],
  ];
  return (
    <SettingsCard title={t('users.signIn')} why={t('users.signInWhy')}>
      <dl className={parts.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </SettingsCard>
  );
}

const cardName = ({ deviceType, hint }: User['onpremiseAccounts'][number]) => `${deviceType} …${hint}`;

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
