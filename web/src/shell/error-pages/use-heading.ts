import { useMatches } from '@tanstack/react-router';

/** The level of what stands in a page's place: within "My account" the person's name above it is the page's heading. */
export function useHeading(): 'h1' | 'h2' {
  return useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === '/frame/portal/account' && status === 'success') ? 'h2' : 'h1',
  });
}
