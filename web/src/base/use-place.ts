import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Permission } from '#contract/roles.ts';
import { cachedMe } from './me.ts';
import { type Caller, navigationFor, type Place, placeAt } from './navigation.ts';
import { meQuery, togglesQuery } from './session-queries.ts';

/** Who is signed in, as the table of navigation asks it: of the last visit until the guard knows better. */
export function useCaller(): Caller {
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  const { data: toggles } = useQuery({ ...togglesQuery(me?.tenantId ?? ''), enabled: me !== undefined });
  return useMemo(
    () => ({ rights: new Set(me?.permissions as Permission[] | undefined), toggles: toggles && new Set(toggles) }),
    [me?.permissions, toggles],
  );
}

/** Where the open page is, with what of it the caller may open. */
export function usePlace(): Place | undefined {
  const caller = useCaller();
  const pathname = useLocation({ select: (location) => location.pathname });
  return useMemo(() => placeAt(pathname, navigationFor(caller)), [caller, pathname]);
}
