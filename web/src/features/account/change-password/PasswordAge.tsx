import type { Me } from '#contract/sign-in/me.ts';
import { timeZoneOf } from '../../../base/session-queries.ts';
import { formatDate } from '#contract/display.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';

const DAY_MS = 86_400_000;

/** Since when the password has been in use, and until when it may be. */
export function PasswordAge({ me, expiresAfterDays }: { me: Me; expiresAfterDays: number | null }) {
  const t = useT();
  const language = useLanguage();
  if (!me.passwordChangedAt) return null;
  const since = new Date(me.passwordChangedAt);
  const until = expiresAfterDays === null ? null : new Date(since.getTime() + expiresAfterDays * DAY_MS);
  const show = (date: Date) => formatDate(date, language, timeZoneOf(me));
  return (
    <>
      <p>{t('account.password.since', { date: show(since) })}</p>
      {until ? <p>{t('account.password.until', { date: show(until) })}</p> : null}
    </>
  );
}
