import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What a page is to begin with: the list of users with the invitation of all that it shows. */
type Wish = 'invite';

/** Kept as what a page says on arrival is (`page-alert.ts`): reloading or going back does not ask again. */
const wishKey = ['wish-on-arrival'] as const;

/** For a link that leads to where something is done. */
export function useWishOnArrival(): (wish: Wish) => void {
  const queryClient = useQueryClient();
  return (wish) => void queryClient.setQueryData<Wish>(wishKey, wish);
}

/** What was wished of the page on the way to it, until that is begun. */
export function useWish(): [Wish | undefined, () => void] {
  const queryClient = useQueryClient();
  const [wish, setWish] = useState(() => queryClient.getQueryData<Wish>(wishKey));
  useEffect(() => queryClient.removeQueries({ queryKey: wishKey, exact: true }), [queryClient]);
  return [wish, () => setWish(undefined)];
}
