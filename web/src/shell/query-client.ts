import { QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';

/** What a call refused it refuses again; only what did not come through is asked for once more. */
export function worthRetrying(failures: number, error: unknown): boolean {
  return failures < 1 && isApiError(error) && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails, and the page says so: it would wait for one in silence.
      queries: { staleTime: 30_000, retry: worthRetrying, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
}
