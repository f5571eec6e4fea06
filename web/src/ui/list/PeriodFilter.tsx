import { useId, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { DateTimeBox } from '../form/DateTimeBox.tsx';
import classes from './PeriodFilter.module.css';
import { periodTypes, periodErrors, type Period } from './period.ts';

export type PeriodFilterProps = {
  label: string;
  value: Period;
  /** Called with valid periods only. */
  onChange: (period: Period) => void;
  /** Told whenever it becomes valid or stops to be. */
  onValid?: (valid: boolean) => void;
  /** The zone the dates are meant in. */
  timeZone: string;
  now?: () => Date;
};

/** 24 hours, 7 days, 35 days or a custom period of at most the past 35 days (spec sections 3 and 5). */
export function PeriodFilter({ label, value, onChange, onValid, timeZone, now = () => new Date() }: PeriodFilterProps) {
  const t = useT();
  const name = useId();
  const [draft, setDraft] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  if (shownFor !== value) {
    setShownFor(value);
    setDraft(value);
  }
  const errors = draft.periodType === 'custom' ? periodErrors(draft, now(), timeZone) : {};
  const change = (next: Period) => {
    setDraft(next);
    const isValid = next.periodType !== 'custom' || Object.keys(periodErrors(next, now(), timeZone)).length === 0;
    onValid?.(isValid);
    if (isValid) onChange(next);
  };
  const error = (field: 'fromDatetime' | 'toDatetime') =>
    draft[field] && errors[field] ? t(`ui.period.${errors[field]}`) : undefined;
  return (
    <fieldset className={classes.period}>
      <legend className="visually-hidden">{label}</legend>
      <div className={classes.choices}>
        {periodTypes.map((periodType) => (
          <label key={periodType}>
            <input
              type="radio"
              name={name}
              checked={draft.periodType === periodType}
              onChange={() => change({ ...draft, periodType })}
            />
            <span>{t(`common.period.${periodType}`)}</span>
          </label>
        ))}
      </div>
      {draft.periodType === 'custom' ? (
        <div className={classes.custom}>
          <DateTimeBox
            label={t('common.period.from')}
            value={draft.fromDatetime ?? ''}
            onChange={(fromDatetime) => change({ ...draft, fromDatetime })}
            dayTime="00:00:00"
            error={error('fromDatetime')}
          />
          <DateTimeBox
            label={t('common.period.to')}
            value={draft.toDatetime ?? ''}
            onChange={(toDatetime) => change({ ...draft, toDatetime })}
            dayTime="23:59:59"
            error={error('toDatetime')}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
