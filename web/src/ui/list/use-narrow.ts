import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 640px)';

const query = () => (typeof matchMedia === 'undefined' ? undefined : matchMedia(NARROW));

function listen(onChange: () => void): () => void {
  const asked = query();
  asked?.addEventListener('change', onChange);
  return () => asked?.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone's. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => query()?.matches ?? false);
}
