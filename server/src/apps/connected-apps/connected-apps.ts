import { sharedKindsOf } from '#contract/apps/claim-values.ts';
import type { ConnectedApp } from '#contract/apps/connected-apps.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as queries from './queries.ts';

/** The apps that a user of the transaction's tenant has connected, by name. */
export async function listConnectedApps(tx: Tx, userUuid: string, now: Date) {
  const rows = await queries.listApps(tx, userUuid, now);
  const results = rows.map(toApp);
  return wholePage(results);
}

function toApp(row: queries.AppRow): ConnectedApp {
  const scopes = new Set([...(row.allowed ?? []), ...row.granted.flatMap((text) => text.split(' '))]);
  scopes.delete('');
  return {
    clientId: row.client_id,
    name: row.name,
    homepage: row.client_uri && (URL.parse(row.client_uri)?.host ?? null),
    firstParty: row.first_party,
    scopes: [...scopes].sort(),
    shares: sharedKindsOf(row.claims ?? []),
    since: row.since.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    offline: row.offline,
  };
}

/** Disconnects an app from a user: deletes tokens, grants and the consent. Returns its name. Throws `not_found`. */
export async function endConnectedApp(tx: Tx, userUuid: string, clientId: string): Promise<string> {
  const name = await queries.findClientName(tx, clientId);
  if (name === null || !(await queries.endApp(tx, userUuid, clientId))) throw fail('not_found');
  return name;
}
