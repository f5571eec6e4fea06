import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { readSessionCookie, type SessionCookie } from './sessions/cookie.ts';
import { findKnownEntry, type KnowingAccount, type KnownEntry, readKnownEntries } from './sessions/known-browsers.ts';
import type { Door } from './failures.ts';

/** The browser that signs in: its origin and its cookies. */
export interface Browser extends ClientInfo {
  /** Session cookie of the last sign-in here; it may no longer be valid. */
  session: SessionCookie | null;
  /** The accounts that may know this browser; unverified. */
  known: KnownEntry[];
}

export const toBrowser = (client: ClientInfo, request: FastifyRequest): Browser => ({
  ...client,
  session: readSessionCookie(request),
  known: readKnownEntries(request),
});

/** Through which door (known or unknown browser) an account signs in here. */
export const doorOf = (tools: Tools, browser: Browser, account: KnowingAccount, now: Date): Door =>
  findKnownEntry(tools, browser.known, account, now) ? 'known' : 'unknown';
