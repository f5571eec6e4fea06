import type { DeletedUser } from '#contract/people/deleted-users.ts';
import { fail } from '#contract/errors.ts';
import type { Audit } from '../users/users.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import * as queries from './queries.ts';

/** Totals above this are estimates. */
const MOST_COUNTED = 10_000;

interface Wish {
  text?: string | undefined;
  cursor?: string | undefined;
  count: number;
}

/** The deleted users of the tenant who can be restored, newest first. */
export async function listDeletedUsers(tx: Tx, { text, cursor, count }: Wish, now: Date) {
  const from = cursor === undefined ? undefined : placeOf(cursor);
  const back = from?.back === true;
  const rows = await queries.listBinned(tx, { text, from, limit: count + 1, now });
  const hasMore = rows.length > count;
  const shown = back ? rows.slice(hasMore ? 1 : 0) : rows.slice(0, count);
  const total = await queries.countBinned(tx, text, MOST_COUNTED + 1, now);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    results: shown.map(toDeletedUser),
    totalResults: Math.min(total, MOST_COUNTED),
    ...(total > MOST_COUNTED && { totalIsEstimate: true }),
    itemsPerPage: count,
    ...(last && (back || hasMore) && { next: `n.${cursorOf(last)}` }),
    ...(first && (back ? hasMore : from) && { previous: `p.${cursorOf(first)}` }),
  };
}

/** The moment too: who was the last of a page may be restored before the next one is asked for. */
const cursorOf = ({ deleted_at, uuid }: queries.BinnedRow) => `${deleted_at.getTime()}.${uuid}`;

function placeOf(cursor: string) {
  const [way, millis, uuid = ''] = cursor.split('.');
  return { at: new Date(Number(millis)), uuid, back: way === 'p' };
}

const toDeletedUser = (row: queries.BinnedRow): DeletedUser => ({
  uuid: row.uuid,
  userId: row.user_id,
  familyName: row.family_name,
  givenName: row.given_name,
  roles: row.roles,
  loginMailAddress: row.login_mail_address,
  deletedAt: row.deleted_at.toISOString(),
  deletedBy: row.deleted_by,
  expiresAt: row.expires_at.toISOString(),
});

/** Deletes a deleted user for good, before the 30 days are over. Throws `not_found`. */
export async function purgeDeletedUser(tx: Tx, uuid: string, now: Date, audit: Audit): Promise<void> {
  const deleted = await queries.holdBinned(tx, uuid, now);
  if (!deleted) throw fail('not_found');
  await queries.forget(tx, [uuid]);
  await audit(tx, uuid, { deletedUser: { before: deleted.user_id } });
}
