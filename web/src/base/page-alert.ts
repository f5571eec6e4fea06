import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AlertContent } from '../ui/page/AlertArea.tsx';

/** Kept beside the answers of the server, and in no address: reloading or going back does not say it again. */
const arrivalKey = ['alert-on-arrival'] as const;

/** For an act that ends on another page: what that page says when one arrives. Asked for just before going there. */
export function useSayOnArrival(): (alert: AlertContent) => void {
  const queryClient = useQueryClient();
  return (alert) => void queryClient.setQueryData<AlertContent>(arrivalKey, alert);
}

/** The alert of a page to which such acts lead; it begins with what was handed over. */
export function usePageAlert() {
  const queryClient = useQueryClient();
  const alert = useState(() => queryClient.getQueryData<AlertContent>(arrivalKey));
  useEffect(() => queryClient.removeQueries({ queryKey: arrivalKey, exact: true }), [queryClient]);
  return alert;
}
