import { dash, formatAgo, formatDate, formatDateTime, formatSeconds } from '#contract/display.ts';
import { useLanguage } from '../../i18n/use-t.tsx';
import classes from './text.module.css';
import { useNow } from './use-now.ts';

export type DateTimeTextProps = {
  /** ISO 8601 text, a Date, or nothing (shown as a dash). */
  value: string | Date | null | undefined;
  timeZone: string;
  /** The person's locale; it decides the order of year, month and day. The page's language when absent. */
  locale?: string;
  dateOnly?: boolean;
  /** In lists: how long ago it was, with the exact time while the pointer rests on it or its row has the focus. */
  ago?: boolean;
  /** In logs: to the second. */
  seconds?: boolean;
};

/** A date and time in the reader's order and zone (spec section 5, "Date display"). */
export function DateTimeText({ value, timeZone, locale, dateOnly, ago, seconds }: DateTimeTextProps) {
  const language = useLanguage();
  const date = typeof value === 'string' ? new Date(value) : value;
  if (!date || Number.isNaN(date.getTime())) return <span>{dash}</span>;
  const format = dateOnly ? formatDate : seconds ? formatSeconds : formatDateTime;
  const exact = format(date, locale ?? language, timeZone);
  if (ago) return <Ago date={date} exact={exact} timeZone={timeZone} locale={locale ?? language} />;
  return (
    <time className={classes.figures} dateTime={date.toISOString()} title={timeZone}>
      {exact}
    </time>
  );
}

type AgoProps = { date: Date; exact: string; timeZone: string; locale: string };

function Ago({ date, exact, timeZone, locale }: AgoProps) {
  const now = useNow();
  return (
    <time className={classes.ago} dateTime={date.toISOString()} title={exact} data-exact={exact}>
      {formatAgo(date, now, locale, timeZone)}
    </time>
  );
}
