import { queryOptions } from '@tanstack/react-query';
import type { acceptMyTerms, getMyTerms, MyTerms } from '#contract/site/terms.ts';
import type { PageConfig } from '../../../base/session-queries.ts';
import { call } from '../../../api/call.ts';
import { pageLanguage } from '../../../i18n/language.ts';

const path = '/api/portal/me/terms';
const language = () => pageLanguage() as PageConfig['language'];

/** The terms in force, and whether they still have to be accepted. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: ({ signal }) => call<typeof getMyTerms>({ method: 'GET', path, query: { language: language() }, signal }),
  staleTime: 30 * 60_000,
});

export const acceptTerms = (version: string): Promise<MyTerms> =>
  call<typeof acceptMyTerms>({ method: 'POST', path, query: { language: language() }, body: { version } });
