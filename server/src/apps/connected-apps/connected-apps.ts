import { sharedKindsOf } from '#contract/apps/claim-values.ts';
import type { ConnectedApp } from '#contract/apps/connected-apps.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { consentedAs, isNoApiScope, listApis } from '../apis/apis.ts';
import * as queries from './queries.ts';

type Apis = Awaited<ReturnType<typeof listApis>>;

/** The apps that a user of the transaction's tenant has connected, by name. */
export async function listConnectedApps(tx: Tx, userUuid: string, now: Date) {
  const [rows, apis] = await Promise.all([queries.listApps(tx, userUuid, now), listApis(tx)]);
  const results = rows.map((row) => toApp(row, apis));
  return wholePage(results);
}

function toApp(row: queries.AppRow, known: Apis): ConnectedApp {
  const isOfTenant = (audience: string) => known.some((api) => api.audience === audience);
  const granted = row.resources.flatMap((resources) => Object.entries(resources));
  const atOurs = granted.filter(([audience]) => !isOfTenant(audience)).map(([, text]) => text);
  const words = [...row.granted, ...atOurs].flatMap((text) => text.split(' '));
  const scopes = new Set([...(row.allowed ?? []).filter(isNoApiScope), ...words]);
  scopes.delete('');
  const atApis = new Set([
    ...(row.allowed ?? []),
    ...granted.flatMap(([audience, text]) => text.split(' ').map((scope) => consentedAs(audience, scope))),
  ]);
  return {
    clientId: row.client_id,
    name: row.name,
    homepage: row.client_uri && (URL.parse(row.client_uri)?.host ?? null),
    firstParty: row.first_party,
    scopes: [...scopes].sort(),
    apis: apisOf(known, atApis),
    shares: sharedKindsOf(row.claims ?? []),
    since: row.since.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    offline: row.offline,
  };
}

/** What an app may at APIs of the tenant, in the words of those. */
const apisOf = (known: Apis, held: ReadonlySet<string>) =>
  known.flatMap(({ audience, name, scopes }) => {
    const allowed = scopes.filter((scope) => held.has(consentedAs(audience, scope.name)));
    return allowed.length > 0 ? [{ name, scopes: allowed.map(({ description }) => description) }] : [];
  });

/** Disconnects an app from a user: deletes tokens, grants and the consent. Returns its name. Throws `not_found`. */
export async function endConnectedApp(tx: Tx, userUuid: string, clientId: string): Promise<string> {
  const name = await queries.findClientName(tx, clientId);
  if (name === null || !(await queries.endApp(tx, userUuid, clientId))) throw fail('not_found');
  return name;
}
