import { sql } from 'kysely';
import { isAgentId } from '#contract/rules.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { updateOne } from '../../people/changes/changes.ts';
import { readReach } from '../exclusions/exclusions.ts';
import { isOfProvenDomain } from '../ports.ts';
import { type ScimAct, sourceOf, tell } from './act.ts';
import { insertLink, isProvided } from './queries.ts';

/** Taking over a user whom the organization has already, where the source's rule allows it. */

interface Wanted {
  userName: string;
  externalId: string | null;
  loginMailAddress: string | null;
}

interface Candidate {
  uuid: string;
  user_id: string;
}

/** The user whom the source's rule names, held. */
async function findCandidate(tx: Tx, source: string, wanted: Wanted): Promise<Candidate | undefined> {
  const [rule] = await ask(
    tx,
    sql<{ adoption: string }>`select adoption from provisioning_sources where uuid = ${source}::uuid`,
  );
  const { userName, loginMailAddress: address } = wanted;
  const held = sql`and source = 'local' and status <> 'inactive' for update`;
  if (rule?.adoption === 'userId') {
    const of = sql<Candidate>`select uuid, user_id from users where user_id_key = lower(${userName}::text) ${held}`;
    return (await ask(tx, of))[0];
  }
  if (rule?.adoption !== 'address' || address === null || !(await isOfProvenDomain(tx, address))) return undefined;
  const of = sql<Candidate>`
    select uuid, user_id from users where login_mail_address_key = lower(${address}::text) ${held}`;
  return (await ask(tx, of))[0];
}

/** Asked after the lock: administrators of any kind, excluded users, and users whom a source provides. */
async function isOutOfReach(tx: Tx, source: string, uuid: string): Promise<boolean> {
  const { rights, excluded } = await readReach(tx, source, uuid);
  return rights || excluded || (await isProvided(tx, uuid));
}

/**
 * Makes the user whom the rule names one of the source, who is changed as any other of its users from then on; null if there
 * is none. Administrators, agents, excluded users, users of other sources, and users whom an administrator deactivated are never taken over.
 */
export async function adopt(act: ScimAct, wanted: Wanted): Promise<string | null> {
  const { tx, caller, now } = act;
  const source = sourceOf(act);
  const found = await findCandidate(tx, source, wanted);
  if (!found || isAgentId(found.user_id) || (await isOutOfReach(tx, source, found.uuid))) return null;
  const { uuid } = found;
  const { userName, externalId } = wanted;
  await insertLink(
    tx,
    { tenantId: caller.tenantId, source, uuid, userName, externalId, resource: {}, adoptedAt: now },
    now,
  );
  await updateOne(tx, uuid, { source: 'scim' }, now);
  await tell(act, [{ type: 'user.adopted', targetId: uuid, changes: { source: { before: 'local', after: 'scim' } } }]);
  return uuid;
}
