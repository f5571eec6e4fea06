import { Checkbox, Input } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

export type CheckboxSetProps<Value extends string> = {
  label: string;
  help?: ReactNode;
  /** In the order they are shown and kept. */
  choices: readonly { value: Value; label: string; note?: string; disabled?: boolean }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** Several of a few: a box each, with what is wrong with the choice below them. */
export function CheckboxSet<Value extends string>(props: CheckboxSetProps<Value>) {
  const { label, help, choices, value, onChange, error, disabled } = props;
  const id = useId();
  const chosen = new Set(value);
  return (
    <fieldset
      className={classes.boxes}
      aria-describedby={[help && `${id}-help`, error && `${id}-error`].join(' ').trim()}
    >
      <legend>{label}</legend>
      {help ? (
        <p id={`${id}-help`} className={classes.boxesHelp}>
          {help}
        </p>
      ) : null}
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={choice.label}
          description={choice.note}
          checked={chosen.has(choice.value)}
          disabled={disabled || choice.disabled === true}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            onChange(choices.map((one) => one.value).filter((one) => (one === choice.value ? on : chosen.has(one))));
          }}
        />
      ))}
      <div role="status">{error ? <Input.Error id={`${id}-error`}>{error}</Input.Error> : null}</div>
    </fieldset>
  );
}
