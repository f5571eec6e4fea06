import { queryOptions } from '@tanstack/react-query';
import type { listCustomizedMails } from '#contract/tenant/customize-mail.ts';
import { call } from '../../api/call.ts';

/** Everything below this key is out of date once a mail text was written. */
export const mailTextsKey = ['mailTexts'] as const;

/** The tenant's own mail texts. */
export const mailTextsQuery = queryOptions({
  queryKey: mailTextsKey,
  queryFn: ({ signal }) =>
    call<typeof listCustomizedMails>({
      method: 'GET',
      path: '/api/portal/customizeMail',
      pattern: 'powerUser',
      signal,
    }),
});
