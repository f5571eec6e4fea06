import { useEffect } from 'react';

/** A page that comes back by the browser's "back" begins anew: what was typed, and how far it came, is over. */
export function useFreshPage(): void {
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
}
