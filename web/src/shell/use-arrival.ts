import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Follows an address that means a setting or a button of its page (`#policy.minLength`), as the palette gives them. */
export function useArrival(): void {
  // Not the search: the frame is not drawn anew with each key of a search box.
  const pathname = useLocation({ select: (location) => location.pathname });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!/^[a-z]\w*\./.test(hash)) return;
    const abort = new AbortController();
    void import('./palette/arrive.ts').then(async ({ arrive }) => {
      const done = await arrive(pathname, hash, abort.signal);
      // Coming back to the page, or loading it again, shall not do it again; choosing the entry again shall.
      if (done && !abort.signal.aborted)
        void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    });
    return () => abort.abort();
  }, [pathname, hash]);
}
