import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { tidyText } from './text-rules.ts';

type Props = {
  label: string;
  value: string;
  maxLength: number;
  numeric?: boolean;
  /** Called 250 ms after the last key, at once on Enter. */
  onSearch: (value: string) => void;
};

const DEBOUNCE_MS = 250;

/** A box of the filters: it searches while one types, and follows the address when that changes by other means. */
export function DebouncedText({ label, value, maxLength, numeric = false, onSearch }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The search as it is when the time is up: other filters may have changed meanwhile.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next.trim() === sent.current) return;
      sent.current = next.trim();
      latest.current(sent.current);
    }, delay);
  };
  return (
    <TextInput
      label={label}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      inputMode={numeric ? 'numeric' : undefined}
      onChange={(event) => {
        const next = numeric ? tidyText(event.currentTarget.value, 'numeric', 'key') : event.currentTarget.value;
        setText(next);
        send(next, DEBOUNCE_MS);
      }}
      onKeyDown={(event) => {
        if (!event.nativeEvent.isComposing && event.key === 'Enter') send(text, 0);
      }}
    />
  );
}
