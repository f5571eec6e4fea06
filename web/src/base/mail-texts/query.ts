import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import type { listCustomizedMails } from '#contract/tenant/customize-mail.ts';
import { call } from '../../api/call.ts';

/** Everything below this key is out of date once a mail text was written. */
export const mailTextsKey = ['mailTexts'] as const;

/** The tenant's own mail texts for the readers of a language, or for all without a text in theirs. */
export const mailTextsQuery = (locale?: Language) =>
  queryOptions({
    queryKey: [...mailTextsKey, locale ?? null],
    queryFn: ({ signal }) =>
      call<typeof listCustomizedMails>({
        method: 'GET',
        path: '/api/portal/customizeMail',
        query: { locale },
        pattern: 'powerUser',
        signal,
      }),
  });
