import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/sign-in/me.ts';
import type { getActivatedFeatureToggles } from '#contract/site/feature-toggles.ts';
import type { Language } from '#contract/languages.ts';
import type { Region } from '#contract/region.ts';
import type { getRegionLinks, SiteLinks } from '#contract/site/links.ts';
import type { getPageConfig } from '#contract/site/page-config.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../api/call.ts';
import { pageLanguage } from '../i18n/language.ts';
import { fetchMe, fetchTenant } from './me.ts';

export type PageConfig = AnswerOf<typeof getPageConfig>;

const MINUTES = 60_000;

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: MINUTES,
});

export const tenantQuery = queryOptions({
  queryKey: ['myTenant'],
  queryFn: ({ signal }) => fetchTenant(signal),
  staleTime: 5 * MINUTES,
});

export const pageConfigQuery = queryOptions({
  queryKey: ['pageConfig'],
  queryFn: ({ signal }) =>
    call<typeof getPageConfig>({
      method: 'GET',
      path: '/api/site/pageConfig',
      query: { language: pageLanguage() as PageConfig['language'] },
      noAuth: true,
      signal,
    }),
  staleTime: 30 * MINUTES,
});

/** The links of a region in the page's language; the server has put English in for what a language lacks. */
export const regionLinksQuery = (region: Region) =>
  queryOptions({
    queryKey: ['regionLinks', region],
    queryFn: async ({ signal }): Promise<SiteLinks> => {
      const { links } = await call<typeof getRegionLinks>({
        method: 'GET',
        path: '/api/site/regions/{region}/links.json',
        params: { region },
        noAuth: true,
        signal,
      });
      return links[pageLanguage() as Language] ?? links.en ?? {};
    },
    staleTime: 30 * MINUTES,
  });

/** The features that are on for a tenant. */
export const togglesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['activatedFeatureToggles', tenantId],
    queryFn: async ({ signal }) => {
      const { activatedFeatureToggles } = await call<typeof getActivatedFeatureToggles>({
        method: 'GET',
        path: '/api/account/activatedFeatureToggles',
        query: { tenantId },
        noAuth: true,
        signal,
      });
      return activatedFeatureToggles as readonly string[];
    },
    staleTime: 5 * MINUTES,
  });

/** Asks as soon as it is known who is signed in; a failure is shown by the page, which asks again. */
export function whenKnown(queryClient: QueryClient, ask: (tenantId: string) => void): void {
  queryClient.ensureQueryData(meQuery).then(
    ({ tenantId }) => ask(tenantId),
    () => undefined,
  );
}

/** Who is signed in, for pages: the guard has seen to it that it is known before a page is drawn. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('a page was drawn before its guard');
  return data;
}

/** Puts a newer `Me` (the answer of a change) in place of the one known, or has it fetched anew. */
export function useRenewMe(): (me?: Me) => Promise<void> {
  const queryClient = useQueryClient();
  return async (me) => {
    if (me) queryClient.setQueryData(meQuery.queryKey, me);
    else await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}

/** The time zone of the person, else the tenant's. */
export function timeZoneOf(me: Pick<Me, 'timezone' | 'tenantTimezone'>): string {
  return me.timezone ?? me.tenantTimezone;
}
