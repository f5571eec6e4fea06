import { useEffect, useState } from 'react';
import type { FoundThing, FrameProps } from '../layout/frame-types.ts';

const DEBOUNCE_MS = 150;

/** Pages whose name holds the keyword, then what the search finds (asked 150 ms after the last key; failures find nothing). */
export function useFoundThings(
  keyword: string,
  pages: readonly FoundThing[],
  search: FrameProps['search'],
): FoundThing[] {
  const [found, setFound] = useState<{ keyword: string; things: readonly FoundThing[] }>({ keyword: '', things: [] });
  const wanted = keyword.trim();
  useEffect(() => {
    if (!search || wanted === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (things) => setFound({ keyword: wanted, things }),
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, search]);
  const folded = wanted.toLocaleLowerCase();
  const named = pages.filter(({ label }) => label.toLocaleLowerCase().includes(folded));
  return wanted !== '' && found.keyword === wanted ? [...named, ...found.things] : named;
}
