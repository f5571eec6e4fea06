import { ActionIcon, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import classes from './SearchBox.module.css';

export type SearchBoxProps = {
  /** What it searches, said to screen readers: "Search users". */
  label: string;
  placeholder?: string;
  value: string;
  /** Called 250 ms after the last key, at once on Enter and on clearing, with the keyword trimmed. */
  onSearch: (keyword: string) => void;
  maxLength?: number;
  /** Gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
};

const DEBOUNCE_MS = 250;

/** Searches while one types; Escape or the cross clears. */
export function SearchBox({ label, placeholder, value, onSearch, maxLength = 128, ...rest }: SearchBoxProps) {
  const t = useT();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // The address changed by other means (back, "clear search"): what is typed follows.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next.trim() === sent.current) return;
      sent.current = next.trim();
      onSearch(sent.current);
    }, delay);
  };
  const type = (next: string, delay: number) => {
    setText(next);
    send(next, delay);
  };
  const clear = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('ui.clearSearch')}
      title={t('ui.clearSearch')}
      onClick={() => type('', 0)}
    >
      <IconX size={16} />
    </ActionIcon>
  );
  return (
    <search className={classes.search}>
      <TextInput
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={text === '' ? null : clear}
        onChange={(event) => type(event.currentTarget.value, DEBOUNCE_MS)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') send(text, 0);
          else if (event.key === 'Escape' && text !== '') type('', 0);
          else return;
          // In a dialog, Enter would press OK and Escape close it.
          event.preventDefault();
        }}
      />
    </search>
  );
}
