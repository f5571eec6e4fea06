import classes from './FilterSelect.module.css';

export type FilterSelectProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** One of several things that a list is narrowed to, beside its search box: the browser's own list, without a label to see. */
export function FilterSelect<Value extends string>({ label, value, choices, onChange }: FilterSelectProps<Value>) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
