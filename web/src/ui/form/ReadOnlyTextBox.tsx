import { ActionIcon, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useT } from '../../i18n/use-t.tsx';

/** A value to read and to copy. */
export function ReadOnlyTextBox({ label, value, help }: { label: string; value: string; help?: string }) {
  return (
    <TextInput
      label={label}
      description={help}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} name={label} />}
    />
  );
}

/** Copies a value; the name of the value is said, because several may stand on a page. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const t = useT();
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const says = t(copied ? 'ui.copied' : 'ui.copy', { name });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={says} title={says} onClick={() => copy(value)}>
      <Icon size={18} stroke={1.75} />
      <span className="visually-hidden" aria-live="polite">
        {copied ? says : ''}
      </span>
    </ActionIcon>
  );
}
