import type { Language } from '#contract/languages.ts';

/**
 * A request for an email to an address: a link to set a new password, the IDs that belong to the address, or a link to
 * register behind a registration URL.
 */
export interface MailRequest {
  kind: 'resetPassword' | 'idInformation' | 'registerUser';
  mailAddress: string;
  tenantId?: string;
  /** For registrations: the URL, and the language of the page. */
  urlUuid?: string;
  locale?: Language;
}

/** A request being processed. `id` is the same at every attempt, so that an email is not sent twice. */
export interface MailRequestInHand extends MailRequest {
  id: string;
}
