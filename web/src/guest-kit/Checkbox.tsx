import type { ReactNode } from 'react';

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  children: ReactNode;
};

/** A box to tick with its words beside it. */
export function Checkbox({ checked, onChange, name, children }: CheckboxProps) {
  return (
    <label className="g-checkbox">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
