import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

type Typed = {
  text: string;
  /** Another text stands in the box: it is searched for after the last key, or at once. */
  type: (next: string, when?: 'soon' | 'now') => void;
  /** Enter: what stands there is searched for at once. */
  searchNow: () => void;
};

/**
 * What is typed into a box that searches while one types, and what the address makes of it.
 * @param isWrong says of a text that it is not to be searched for
 */
export function useTypedSearch(
  value: string,
  onSearch: (text: string) => void,
  isWrong: (text: string) => boolean = () => false,
): Typed {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // The search as it is when the time is up: filters and the order may have changed meanwhile.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    // The address changed by other means (back, "clear search"): what is typed follows.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string, delay: number) => {
    clearTimeout(timer.current);
    const wanted = next.trim();
    if (isWrong(wanted)) return;
    timer.current = setTimeout(() => {
      if (wanted === sent.current) return;
      sent.current = wanted;
      latest.current(wanted);
    }, delay);
  };
  return {
    text,
    type: (next, when = 'soon') => {
      setText(next);
      send(next, when === 'now' ? 0 : DEBOUNCE_MS);
    },
    searchNow: () => send(text, 0),
  };
}
