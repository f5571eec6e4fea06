import { fail } from '#contract/errors.ts';
import { type ConnectionImpact, MAX_NAMED_ADMINISTRATORS } from '#contract/sign-in/connection-impact.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { readTenantPolicy } from '../../tenant/settings/tenant.ts';
import { type Connection, setsPasswordByMail, signsInBy, signsInByPassword, signsInByProvider } from './barriers.ts';
import * as queries from './queries.ts';

export type { Connection } from './barriers.ts';

async function conditionsOf(tx: Tx, connection: Connection) {
  const policy = securityPolicy.parse((await readTenantPolicy(tx)) ?? {});
  const other = signsInByProvider(policy, connection.uuid);
  return {
    ...{ connection: connection.uuid, uses: signsInBy(policy, connection), other },
    alone: sql<boolean>`not (${signsInByPassword(policy)} or ${other})`,
    byMail: setsPasswordByMail(policy),
  };
}

/** Who could not sign in any more if a connection was switched off or deleted now. */
export async function connectionImpact(tx: Tx, connection: Connection, caller: string): Promise<ConnectionImpact> {
  const conditions = await conditionsOf(tx, connection);
  const counted = await queries.countDependants(tx, conditions, caller);
  const administrators =
    counted.administrators_total > 0 ? await queries.listAdministrators(tx, conditions, MAX_NAMED_ADMINISTRATORS) : [];
  return {
    ...{ users: counted.users, withoutOther: counted.without_other, byMail: counted.by_mail },
    ...{ administrators, administratorsTotal: counted.administrators_total, you: counted.you },
    lastAdministrator: await queries.losesAdministrators(tx, conditions),
  };
}

/**
 * Refuses to switch off or delete a connection without which no administrator can sign in. Throws `last_administrator`. Of
 * two connections switched off at once, the second sees the first.
 */
export async function refuseLastConnection(tx: Tx, connection: Connection): Promise<void> {
  if (!connection.enabled) return;
  await queries.takeAdministratorsTurn(tx);
  if (await queries.losesAdministrators(tx, await conditionsOf(tx, connection))) throw fail('last_administrator');
}
