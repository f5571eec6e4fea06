import { Input, NativeSelect } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import classes from './Dropdown.module.css';
import { FieldLabel } from './TextBox.tsx';

const ChoiceDialog = lazy(() => import('../dialog/ChoiceDialog.tsx'));

export type DropdownProps<Value extends string> = {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; disabled?: boolean }[];
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  'data-autofocus'?: boolean;
};

/** From so many choices on, one types a part instead of scrolling. */
const SEARCH_FROM = 30;

/** One of several: the browser's own list, or for long lists a dialog that is searched by typing. */
export function Dropdown<Value extends string>(props: DropdownProps<Value>) {
  return props.choices.length < SEARCH_FROM ? <ShortDropdown {...props} /> : <LongDropdown {...props} />;
}

function useLabel(label: string, required: boolean | undefined) {
  return <FieldLabel label={label} required={required} caution={useT()('ui.requiredMark')} />;
}

function ShortDropdown<Value extends string>({
  label,
  value,
  onChange,
  choices,
  help,
  required,
  placeholder,
  ...rest
}: DropdownProps<Value>) {
  const unchosen = value === null ? [{ value: '', label: placeholder ?? '' }] : [];
  return (
    <NativeSelect
      {...rest}
      label={useLabel(label, required)}
      description={help}
      required={required}
      withAsterisk={false}
      value={value ?? ''}
      data={[...unchosen, ...choices]}
      rightSection={<IconChevronDown size={16} aria-hidden="true" />}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    />
  );
}

function LongDropdown<Value extends string>({
  label,
  value,
  onChange,
  choices,
  help,
  error,
  required,
  disabled,
  placeholder,
  'data-autofocus': autofocus,
}: DropdownProps<Value>) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const shown = choices.find((choice) => choice.value === value)?.label ?? placeholder ?? '';
  return (
    <Input.Wrapper
      id={id}
      label={<span id={`${id}-label`}>{useLabel(label, required)}</span>}
      description={help}
      error={error}
      withAsterisk={false}
    >
      <Input
        classNames={{ input: classes.field }}
        component="button"
        type="button"
        id={id}
        pointer
        disabled={disabled}
        error={error}
        aria-haspopup="dialog"
        data-autofocus={autofocus}
        aria-labelledby={`${id}-label ${id}`}
        rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {shown}
      </Input>
      {opened ? (
        <Suspense>
          <ChoiceDialog
            label={label}
            value={value}
            choices={choices}
            onCancel={() => setOpened(false)}
            onChoose={(chosen) => {
              setOpened(false);
              onChange(chosen as Value);
            }}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}
