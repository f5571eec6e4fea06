import { dash, formatDate, formatDateTime } from '#contract/display.ts';
import { useLanguage } from '../../i18n/use-t.tsx';
import classes from './text.module.css';

export type DateTimeTextProps = {
  /** ISO 8601 text, a Date, or nothing (shown as a dash). */
  value: string | Date | null | undefined;
  timeZone: string;
  /** The person's locale; it decides the order of year, month and day. The page's language when absent. */
  locale?: string;
  dateOnly?: boolean;
};

/** A date and time in the reader's order and zone (spec section 5, "Date display"). */
export function DateTimeText({ value, timeZone, locale, dateOnly = false }: DateTimeTextProps) {
  const language = useLanguage();
  const date = typeof value === 'string' ? new Date(value) : value;
  if (!date || Number.isNaN(date.getTime())) return <span>{dash}</span>;
  const format = dateOnly ? formatDate : formatDateTime;
  return (
    <time className={classes.figures} dateTime={date.toISOString()} title={timeZone}>
      {format(date, locale ?? language, timeZone)}
    </time>
  );
}
