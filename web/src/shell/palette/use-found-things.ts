import { useEffect, useState } from 'react';
import type { FoundThing, FrameProps } from '../layout/frame-types.ts';

const DEBOUNCE_MS = 150;

/** What matches in the table, then what the search finds (asked 150 ms after the last key; failures find nothing). */
export function useFoundThings(
  keyword: string,
  matching: readonly FoundThing[],
  search: FrameProps['search'],
): readonly FoundThing[] {
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
  return found.keyword === wanted ? [...matching, ...found.things] : matching;
}
