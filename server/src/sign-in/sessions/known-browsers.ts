import '@fastify/cookie';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tools } from '../../platform/tools.ts';
import { isStillProven } from './proven.ts';

/**
 * Cookie that lists the accounts that signed in completely in a browser (a "device cookie"): for each the time, and a
 * MAC of tenant, account and time under our key. Nobody else can create one, and it does not reveal the account.
 */
const NAME = '__Host-portico-known';
const MOST_ACCOUNTS = 10;
const DAYS = 365;
const ENTRY = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{22})$/;

export interface KnownEntry {
  /** Time of the account's last sign-in here. */
  at: number;
  mark: string;
}

interface AccountKey {
  tenantId: string;
  uuid: string;
}

/** The entries in a request's cookie; not yet verified. */
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

/** The account fields that concern its browsers. */
export interface KnowingAccount {
  tenant_id: string;
  uuid: string;
  password_changed_at: Date | null;
  signed_out_at: Date | number;
}

/**
 * The entry that proves that an account knows this browser, or null. A later password change or signing out everywhere
 * invalidates it, like every other earlier proof (`proven.ts`).
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

/** Makes the browser known to an account, besides those it was last known to. */
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

/** The browser in which a user changes their password, or signs out everywhere else, stays known to them. */
export function keepKnown(
  tools: Tools,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
  key: AccountKey,
): void {
  const entries = readKnownEntries(request);
  if (entries.some((entry) => isOf(tools, key, entry))) setKnown(tools, reply, entries, key, now);
}
