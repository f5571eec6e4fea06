import type { OperationLogEntry } from '#contract/logs/browser-log.ts';
import { OPEN_SERVICE } from '#contract/logs/user-actions.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import { permittedServices } from '../../licences/permitted-services/permitted-services.ts';
import { noteUse } from '../../licences/uses/uses.ts';
import type { Tools } from '../../platform/tools.ts';
import { cleanEntry } from './clean.ts';
import { insertEntry } from './queries.ts';

/**
 * Stores an entry of the browser log: for a signed-in user in the tenant, with the user of the token; for guests in the
 * provider's tenant, with what the page claims. Throws `too_many_requests`.
 */
export async function logOperation(
  tools: Tools,
  caller: Caller | null,
  entry: OperationLogEntry,
  client: ClientInfo,
  now: Date,
): Promise<void> {
  const key = caller ? `${caller.tenantId}/${caller.uuid}` : client.network;
  await spendTry(tools.db, [{ name: `operationLog/${caller !== null}`, key, most: 1200, withinSeconds: 300 }], now);
  const tenantId = caller?.tenantId ?? PROVIDER;
  const kept = cleanEntry(entry, caller === null);
  await tools.db.inTenant(tenantId, (tx) =>
    insertEntry(tx, { tenantId, userUuid: caller?.uuid ?? null, entry: kept, client, now }),
  );
  // Opening an app from the portal counts as use of its licenses.
  if (caller && entry.userAction === OPEN_SERVICE && entry.serviceClass !== undefined)
    noteUse(tools, caller, await permittedServices(tools, caller, entry.serviceClass));
}
