import {
  MAX_UNKNOWN_USERS,
  type NewUserCause,
  SHOWN_UNKNOWN_USERS,
  UNKNOWN_USER_DAYS,
} from '#contract/federation/unknown-user-values.ts';
import type { UnknownUsers } from '#contract/federation/unknown-users.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { findTaken, roomForUsers } from '../../people/newcomers/newcomers.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { unknownUserContext } from '../../platform/secrets/sealed-columns.ts';
import type { Tools } from '../../platform/tools.ts';
import { domainOf } from '../email-domains/domain-rules.ts';
import { provenDomains } from '../email-domains/email-domains.ts';
import { findLinked, findLinkedOf } from '../linking/links.ts';
import { isOpenTo } from '../linking/open-ways.ts';
import type { Claims } from '../linking/provision.ts';
import * as queries from './queries.ts';

export { deleteUnknownUsers } from './queries.ts';

/** What a provider said of somebody, whose answer was verified. */
interface Said {
  subject: string;
  claims: Claims;
  /** Entra ID: where they are from. */
  directoryId: string | null;
}
type Kept = Pick<Said, 'subject' | 'directoryId'> &
  Pick<Claims, 'familyName' | 'givenName' | 'mailAddress' | 'vouches'>;

/** Remembers somebody whose sign-in ended and who has no user, whatever the reason was: it may be another by tomorrow. */
export async function noteUnknown(
  tools: Tools,
  tx: Tx,
  { tenantId, connection }: { tenantId: string; connection: string },
  { subject, directoryId, claims: { familyName, givenName, mailAddress, vouches } }: Said,
  now: Date,
): Promise<void> {
  if ((await findLinked(tx, { connection, subject })) !== null) return;
  const hash = tools.keyedHash('unknownUser', tenantId, `${connection} ${subject}`).toString('base64url');
  const kept: Kept = { subject, directoryId, familyName, givenName, mailAddress, vouches };
  const sealed_claims = tools.sealer.seal(JSON.stringify(kept), unknownUserContext(tenantId, connection, hash));
  await queries.saveUnknown(tx, { connection, subject_hash: hash, sealed_claims }, now);
}

/** A connection, with what its protocol refuses beyond what all do. */
export interface Judging {
  uuid: string;
  provider: Pick<OfferedProvider, 'type' | 'id'>;
  refusal(kept: Kept): NewUserCause | null;
}

/** Who signed in lately and has no user; what would become of each if users were added, by the settings of now. */
export async function unknownUsersOf(
  tools: Tools,
  tx: Tx,
  { uuid: connection, provider, refusal }: Judging,
  now: Date,
): Promise<UnknownUsers> {
  const since = new Date(now.getTime() - UNKNOWN_USER_DAYS * 86_400_000);
  const rows = (await queries.listUnknown(tx, connection, since)).map((row) => ({
    row,
    kept: opened(tools, connection, row),
  }));
  const linked = await findLinkedOf(
    tx,
    connection,
    rows.map(({ kept }) => kept.subject),
  );
  const unknown = rows.filter(({ kept }) => !linked.has(kept.subject));
  const addresses = unknown.flatMap(({ kept }) => kept.mailAddress?.toLowerCase() ?? []);
  const taken = await findTaken(tx, [...new Set(addresses)]);
  const isOpen = await isOpenTo(tx, provider);
  const proven = new Set(await provenDomains(tx, connection));
  const room = await roomForUsers(tx);
  let left = room ?? Number.POSITIVE_INFINITY;
  const causeOf = (kept: Kept): NewUserCause | null => {
    const address = kept.mailAddress?.toLowerCase();
    const refused = refusal(kept) ?? (isOpen ? null : 'way_closed');
    if (refused) return refused;
    if (address !== undefined && taken.has(address)) return 'address_taken';
    if (left === 0) return 'no_room';
    left -= 1;
    // The next one of this address comes too late.
    if (address !== undefined) taken.add(address);
    return null;
  };
  // The first to come takes the place.
  const judged = unknown.map(({ row, kept }) => ({ row, kept, cause: causeOf(kept) }));
  const added = judged.filter(({ cause }) => cause === null).length;
  return {
    ...{ days: UNKNOWN_USER_DAYS, isFull: rows.length >= MAX_UNKNOWN_USERS, room },
    ...{ added, refused: judged.length - added },
    results: judged
      .sort((one, other) => other.row.last_at.getTime() - one.row.last_at.getTime())
      .slice(0, SHOWN_UNKNOWN_USERS)
      .map(({ row, cause, kept: { subject, familyName, givenName, mailAddress, vouches } }) => ({
        ...{ subject, familyName, givenName, mailAddress, cause, times: row.times },
        isProven: vouches && mailAddress !== null && proven.has(domainOf(mailAddress) ?? ''),
        ...{ firstAt: row.first_at.toISOString(), lastAt: row.last_at.toISOString() },
      })),
  };
}

function opened(
  tools: Tools,
  connection: string,
  { tenant_id, subject_hash, sealed_claims }: queries.UnknownRow,
): Kept {
  const context = unknownUserContext(tenant_id, connection, subject_hash);
  return JSON.parse(tools.sealer.open(sealed_claims, context).toString('utf8'));
}
