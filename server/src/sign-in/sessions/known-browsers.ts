import '@fastify/cookie';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tools } from '../../platform/tools.ts';
import { isStillProven } from './proven.ts';

/**
 * The accounts that signed in completely in a browser (a "device cookie"): of each the moment, and a mark of tenant,
 * account and moment under a key of ours. Nobody else can make one, and none tells which account it is of.
 */
const NAME = '__Host-portico-known';
const MOST_ACCOUNTS = 10;
const DAYS = 365;
const ENTRY = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{22})$/;

export interface KnownEntry {
  /** When the account signed in here last. */
  at: number;
  mark: string;
}

interface AccountKey {
  tenantId: string;
  uuid: string;
}

/** What a request says of the accounts that know its browser; nothing of it is checked yet. */
export function readKnownEntries(request: Pick<FastifyRequest, 'cookies'>): KnownEntry[] {
  const given = (request.cookies[NAME] ?? '').split('~', MOST_ACCOUNTS).flatMap((entry) => {
    const [, at, mark] = ENTRY.exec(entry) ?? [];
    return at && mark ? [{ at: Number.parseInt(at, 36), mark }] : [];
  });
  return given;
}

const MARK_BYTES = 16;
const marksOf = (tools: Tools, { tenantId, uuid }: AccountKey, at: number) =>
  tools.keyedHashes('knownBrowser', tenantId, `${uuid} ${at}`).map((mark) => mark.subarray(0, MARK_BYTES));

const isOf = (tools: Tools, key: AccountKey, { at, mark }: KnownEntry) => {
  const given = Buffer.from(mark, 'base64url');
  return marksOf(tools, key, at).some((due) => due.length === given.length && timingSafeEqual(due, given));
};

/** An account as far as its browsers are concerned. */
export interface KnowingAccount {
  tenant_id: string;
  uuid: string;
  password_changed_at: Date | null;
  signed_out_at: Date | number;
}

/**
 * The entry by which an account knows a browser; null where it does not. A password changed since, or signing out
 * everywhere, ends it, as it ends every other proof given before (`proven.ts`).
 */
export function findKnownEntry(
  tools: Tools,
  entries: readonly KnownEntry[],
  account: KnowingAccount,
  now: Date,
): KnownEntry | null {
  const key = { tenantId: account.tenant_id, uuid: account.uuid };
  const entry = entries.find((candidate) => isOf(tools, key, candidate));
  if (!entry || entry.at > now.getTime() || entry.at < now.getTime() - DAYS * 86_400_000) return null;
  return isStillProven(account, { provenAt: new Date(entry.at).toISOString() }) ? entry : null;
}

/** Has the browser known to an account from now on, and to the others it was known to last. */
export function setKnown(
  tools: Tools,
  reply: FastifyReply,
  entries: readonly KnownEntry[],
  key: AccountKey,
  now: Date,
): void {
  const at = now.getTime();
  const [mark] = marksOf(tools, key, at);
  const others = entries.filter((entry) => !isOf(tools, key, entry)).slice(0, MOST_ACCOUNTS - 1);
  const all = [{ at, mark: mark?.toString('base64url') ?? '' }, ...others];
  reply.setCookie(NAME, all.map((entry) => `${entry.at.toString(36)}.${entry.mark}`).join('~'), {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: DAYS * 86_400,
  });
}

/** The browser in which people change their own password, or sign out everywhere else, stays known to them. */
export function keepKnown(
  tools: Tools,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
  key: AccountKey,
): void {
  const entries = readKnownEntries(request);
  if (entries.some((entry) => isOf(tools, key, entry))) setKnown(tools, reply, entries, key, now);
}
