import { ActionIcon, TextInput } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { useRef } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import classes from '../list/PeriodFilter.module.css';

export type DateTimeBoxProps = {
  label: string;
  /** `yyyy/MM/dd HH:mm:ss` as typed, right or not. */
  value: string;
  onChange: (value: string) => void;
  /** The time of day that picking a calendar day sets: 00:00:00 for a start, 23:59:59 for an end. */
  dayTime: '00:00:00' | '23:59:59';
  error?: string | undefined;
};

/** A date and time to type, or a day to pick from the browser's own calendar (spec section 5, "Date-time"). */
export function DateTimeBox({ label, value, onChange, dayTime, error }: DateTimeBoxProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const pick = t('ui.pickDay', { name: label });
  return (
    <div className={classes.box}>
      <TextInput
        label={label}
        description={t('ui.datetimeFormat')}
        placeholder="yyyy/MM/dd HH:mm:ss"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => value !== value.trim() && onChange(value.trim())}
        error={error}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        maxLength={19}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={pick}
            title={pick}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={18} stroke={1.75} />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        className={classes.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={/^\d{4}\/\d\d\/\d\d/.test(value) ? value.slice(0, 10).replaceAll('/', '-') : ''}
        onChange={(event) => {
          if (event.currentTarget.value) onChange(`${event.currentTarget.value.replaceAll('-', '/')} ${dayTime}`);
        }}
      />
    </div>
  );
}
