import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { durationWords } from './duration.ts';
import type { PolicyField, ValueOf } from './draft.ts';
import type { PolicyForm } from './use-policy-form.ts';

type MinutesField = { [F in PolicyField]: number extends ValueOf<F> ? F : never }[PolicyField];

type Props<F extends MinutesField> = {
  form: PolicyForm;
  field: F;
  value: number;
  label: string;
  /** What the time is for, in a sentence. */
  help?: string;
  least: number;
  most: number;
};

/** A time in minutes, said in hours or days where it makes some. */
export function MinutesBox<F extends MinutesField>({ form, field, value, label, help, least, most }: Props<F>) {
  const t = useT();
  const duration = durationWords(useLanguage(), value);
  const words = duration && t('policy.minutesAre', { duration });
  return (
    <NumberBox
      label={label}
      help={
        help && words ? (
          <>
            {help}
            <br />
            {words}
          </>
        ) : (
          (help ?? words)
        )
      }
      least={least}
      most={most}
      value={value}
      onChange={(minutes) => form.change(field, minutes as ValueOf<F>)}
      error={form.mistake(field)}
      disabled={form.disabled}
    />
  );
}
