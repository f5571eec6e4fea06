import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { DebouncedText } from './DebouncedText.tsx';

type Props = {
  label: string;
  value: number | undefined;
  most: number;
  onSearch: (days: number | undefined) => void;
};

/** A filter by a number of days, from 1 on. Another number stays in the box with its mistake, and only there. */
export function DaysFilter({ label, value, most, onSearch }: Props) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const fits = (text: string) => text === '' || (Number(text) >= 1 && Number(text) <= most);
  return (
    <DebouncedText
      label={label}
      numeric
      value={value === undefined ? '' : String(value)}
      maxLength={String(most).length}
      mistakeIn={(text) => (fits(text) ? undefined : t('ui.numberRange', { least: 1, most: number.format(most) }))}
      onSearch={(days) => onSearch(days === '' ? undefined : Number(days))}
    />
  );
}
