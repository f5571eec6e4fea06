import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { Me } from '#contract/sign-in/me.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';
import type { Tools } from '../platform/tools.ts';
import type { MailRequestInHand } from './mail-requests/request.ts';
import type { OpenSession } from './sessions/sessions.ts';

/** The current user, as the pages show it. Throws `no_user_exists`. */
export const readMe = port<[tx: Tx, uuid: string], Promise<Me>>('readMe');

/** One that a browser tells of a sign-out, by an address. */
type ToldByBrowser = { name: string; uri: string };

/** Addresses at which SAML service providers end what a session has with them. */
export const samlLogoutUris = port<[tools: Tools, session: OpenSession, now: Date], Promise<ToldByBrowser[]>>(
  'samlLogoutUris',
);

/** Where the identity provider that vouched for a session ends its own; null if there is none. */
export const providerLogout = port<[tools: Tools, session: OpenSession, now: Date], Promise<ToldByBrowser | null>>(
  'providerLogout',
);

/** Emails the link to register with a registration URL. */
export const queueRegistrationMail = port<[tools: Tools, tx: Tx, request: MailRequestInHand], Promise<void>>(
  'queueRegistrationMail',
);

/** A connection to an identity provider that vouches for a user, and whether an administrator named their account there. */
export interface Vouching {
  type: OfferedProvider['type'];
  /** As in addresses. */
  id: string;
  isNamed: boolean;
}

/** The connection if it still vouches for a user: it is enabled, and linked to them. Null if it does not. */
export const findVouching = port<[tx: Tx, by: { connection: string; userUuid: string }], Promise<Vouching | null>>(
  'findVouching',
);

/** The identity providers that the transaction's tenant signs in with, by name. */
export const offeredProviders = port<[tx: Tx], Promise<OfferedProvider[]>>('offeredProviders');

/** The identity provider that users with addresses of a domain are sent to, and its tenant; null: none of these. */
export const offeredFor = port<
  [tools: Tools, address: string],
  Promise<{ tenantId: string; provider: OfferedProvider } | null>
>('offeredFor');
