import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import { userIdOf } from '#contract/rules.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Given, insertOne } from '../changes/changes.ts';
import { checkOne } from '../changes/one.ts';
import { isAddressTaken } from '../changes/rules.ts';
import { firstFree, idsFor } from '../free-id.ts';
import { setLoginMailAddress } from '../users/mail-address.ts';

const FALLBACK = 'user';
/** Room for the number added to a name that is taken. */
const LONGEST = MAX_USER_ID_LENGTH - 8;

/**
 * User IDs to try for an email address, best first: its local part, then with a number added. Where that gives none, it is
 * random from the start: of many who join at once without a name, all but one would lose each race for the next number.
 */
export function userIdsFor(mailAddress: string, random: string): string[] {
  const name = (userIdOf(mailAddress) ?? `${FALLBACK}-${random}`).slice(0, LONGEST);
  return idsFor(name, random);
}

/**
 * A user ID for somebody who joins with an email address, or with a name that looks like one, that nobody has at this
 * moment; another who joins at once may take it (`duplicated_params_userId`). Throws `service_busy`.
 */
export function freeUserId(tx: Tx, mailAddress: string): Promise<string> {
  return firstFree(userIdsFor(mailAddress, randomBytes(4).toString('hex')), (keys) =>
    ask(tx, sql<{ key: string }>`select user_id_key as key from users where user_id_key = any (${keys}::text[])`),
  );
}

/** Which of these addresses, in lower case, `makeVouched` would refuse as somebody's. */
export async function findTaken(tx: Tx, addresses: readonly string[]): Promise<Set<string>> {
  const given = sql`jsonb_build_object('loginMailAddress', a.address)`;
  const rows = await ask(
    tx,
    sql<{ address: string }>`
      select a.address from unnest(${addresses}::text[]) a (address), (select null::uuid as uuid) u
      where ${isAddressTaken(given)}`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** How many more users the tenant of the transaction may have at this moment; null: any number. */
export async function roomForUsers(tx: Tx): Promise<number | null> {
  const [found] = await ask(
    tx,
    sql<{ room: number }>`
      select greatest(t.user_limit - coalesce((select sum(c.users) from user_counts c), 0), 0)::integer as room
      from tenants t where t.tenant_id = current_tenant() and t.user_limit is not null`,
  );
  return found?.room ?? null;
}

/**
 * Makes a user whom another identity provider vouches for: active, with the role `User` and no license. The
 * address is pending until its owner opens the mailed link, since a provider can claim any, unless it `isProven`. One that
 * another user waits for is theirs until that ends, proven or not: an administrator may have entered it. Throws
 * `duplicated_params_loginMailAddress`; a tenant without room violates `over_user_limit`, another who takes the same user
 * ID at once `duplicated_params_userId`.
 */
export async function makeVouched(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  person: Pick<Given, 'familyName' | 'givenName' | 'locale'> & {
    /** Further fields, and groups by their keys. */
    more: Given;
    name: string;
    mailAddress: string | null;
    isProven: boolean;
  },
  now: Date,
): Promise<{ uuid: string; userId: string }> {
  const { name, mailAddress, isProven, more, ...names } = person;
  const user = { uuid: newUuid(), userId: await freeUserId(tx, name) };
  const proven = isProven && mailAddress !== null ? { provenMailAddress: mailAddress } : {};
  const given: Given = { ...more, ...names, ...proven, status: 'active', roles: ['User'] };
  await checkOne(tx, { kind: 'create', user, given: { ...given, loginMailAddress: mailAddress ?? undefined } });
  await insertOne(tx, user, given, now);
  if (mailAddress !== null && !isProven)
    await setLoginMailAddress(tools, tx, { tenantId, uuid: user.uuid }, mailAddress, now);
  return user;
}
