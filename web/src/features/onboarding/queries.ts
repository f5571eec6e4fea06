import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { getMailRun, listMailRuns, MailRun } from '#contract/joining/bulk-mails.ts';
import type { listRegisterUrls } from '#contract/joining/register-urls.ts';
import type { searchRegistrationMails } from '#contract/joining/registration-mails.ts';
import { DEFAULT_PAGE_SIZE, LICENSE_FETCH_COUNT } from '#contract/limits.ts';
import type { listLicenses } from '#contract/licences/licenses.ts';
import { call } from '../../api/call.ts';
import { mailRunsKey } from '../../base/jobs/job-queries.ts';
import type { PageConfig } from '../../base/session-queries.ts';
import { pageLanguage } from '../../i18n/language.ts';
import type { MailSearch } from './mails/mail-search.ts';
import type { SendingSearch } from './sendings/sending-search.ts';

const pattern = 'powerUser';

export const registrationMailsKey = ['registrationMails'] as const;
export const registerUrlsKey = ['registerUrls'] as const;

export const registrationMailsQuery = ({ count = DEFAULT_PAGE_SIZE, ...search }: MailSearch) =>
  queryOptions({
    queryKey: [...registrationMailsKey, count, search],
    queryFn: ({ signal }) =>
      call<typeof searchRegistrationMails>({
        method: 'POST',
        path: '/api/portal/operations/search/registrationMails',
        body: { ...search, count },
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** A sending goes on until its last mail has left. */
export const isUnderWay = ({ status, waiting }: Pick<MailRun, 'status' | 'waiting'>) =>
  status === 'processing' || waiting > 0;

/** Sendings to many; asked again while one of them goes on. */
export const sendingsQuery = ({ count = DEFAULT_PAGE_SIZE, cursor }: SendingSearch) =>
  queryOptions({
    queryKey: [...mailRunsKey, count, cursor],
    queryFn: ({ signal }) =>
      call<typeof listMailRuns>({
        method: 'GET',
        path: '/api/portal/bulkSendMail',
        query: { count, ...(cursor ? { cursor } : {}) },
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? 1500 : false),
  });

/** One sending, with those who could not be sent the mail; asked again while it goes on. */
export const sendingQuery = (sendId: string) =>
  queryOptions({
    queryKey: [...mailRunsKey, 'one', sendId],
    queryFn: ({ signal }) =>
      call<typeof getMailRun>({
        method: 'GET',
        path: '/api/portal/bulkSendMail/{sendId}',
        params: { sendId },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1000 : false),
  });

export const registerUrlsQuery = queryOptions({
  queryKey: registerUrlsKey,
  queryFn: ({ signal }) =>
    call<typeof listRegisterUrls>({ method: 'GET', path: '/api/portal/userRegisterUrl', pattern, signal }),
});

/** The activated licences for users, by the names of their services. */
export const userLicensesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['onboarding', tenantId, 'licenses'],
    queryFn: ({ signal }) =>
      call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: {
          volumeType: 'user',
          status: 'activated',
          count: LICENSE_FETCH_COUNT,
          sort: 'serviceName',
          locale: pageLanguage() as PageConfig['language'],
        },
        pattern,
        signal,
      }),
  });
