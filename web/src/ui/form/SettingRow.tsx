import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import type { Icon } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

export type SettingRowProps = {
  icon?: Icon;
  name: string;
  /** One sentence: what follows from switching it. */
  consequence: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Options that depend on this one; shown while it is on. */
  children?: ReactNode;
};

/** An option: icon, name, consequence, and the switch at the right. */
export function SettingRow({
  icon: RowIcon,
  name,
  consequence,
  checked,
  onChange,
  disabled,
  children,
}: SettingRowProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        {RowIcon ? <RowIcon size={20} stroke={1.75} aria-hidden="true" /> : null}
        <label htmlFor={id} className={classes.rowWords}>
          <span className={classes.rowName}>{name}</span>
          <span className={classes.rowConsequence} id={`${id}-why`}>
            {consequence}
          </span>
        </label>
        <Switch
          id={id}
          checked={checked}
          disabled={disabled}
          aria-label={name}
          aria-describedby={`${id}-why`}
          withThumbIndicator={false}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </div>
      {checked && children ? <div className={classes.dependent}>{children}</div> : null}
    </div>
  );
}
