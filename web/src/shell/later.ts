import type { QueryClient } from '@tanstack/react-query';

/**
 * Starts the queries of a page by code that is fetched with the page, so that no other page carries it. The page itself
 * says if that does not come.
 */
export const later =
  <Module>(load: () => Promise<Module>, begin: (queries: Module, queryClient: QueryClient) => void) =>
  (queryClient: QueryClient): void =>
    void load().then(
      (queries) => begin(queries, queryClient),
      () => undefined,
    );
