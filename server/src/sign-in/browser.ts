import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { readSessionCookie, type SessionCookie } from './sessions/cookie.ts';
import { findKnownEntry, type KnowingAccount, type KnownEntry, readKnownEntries } from './sessions/known-browsers.ts';
import type { Door } from './failures.ts';

/** A browser at the door: where it calls from, and what it brings. */
export interface Browser extends ClientInfo {
  /** Of whoever signed in here last; it may be worth nothing any more. */
  session: SessionCookie | null;
  /** The accounts it may be known to. */
  known: KnownEntry[];
}

export const toBrowser = (client: ClientInfo, request: FastifyRequest): Browser => ({
  ...client,
  session: readSessionCookie(request),
  known: readKnownEntries(request),
});

/** At which door an account is in this browser. */
export const doorOf = (tools: Tools, browser: Browser, account: KnowingAccount, now: Date): Door =>
  findKnownEntry(tools, browser.known, account, now) ? 'known' : 'unknown';
