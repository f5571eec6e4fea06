import { type SqlBool, sql } from 'kysely';
import { BROWSER_LOG_DAYS, type BrowserLogEntry, type BrowserLogQuery } from '#contract/operator/browser-log.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';
import { tellOfAct } from '../tell-administrators.ts';
import { showTenant } from '../tenants/tenants.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface BrowserLogPage {
  results: BrowserLogEntry[];
  next?: string;
}

/**
 * A page of the browser's operation log (spec section 7, `sal` and `salau`), newest first: of a tenant, or of guests, who
 * are the provider's. At most 35 days are looked through, so that a search ends soon whatever it looks for. It is personal:
 * each look leaves a row in the log of the tenant, whose administrators are told. Throws `not_found` (tenant), and as
 * `requireCredentials`.
 */
export async function searchBrowserLog(tools: Tools, act: Acting, asked: BrowserLogQuery): Promise<BrowserLogPage> {
  requireCredentials(act);
  const { tenantId } = asked;
  if (tenantId !== undefined) await showTenant(tools, tenantId);
  const to = asked.to ? new Date(asked.to) : act.now;
  const earliest = to.getTime() - BROWSER_LOG_DAYS * DAY_MS;
  const from = new Date(asked.from ? Math.max(Date.parse(asked.from), earliest) : earliest);
  const rows = await tools.db.inTenant(tenantId ?? PROVIDER, async (tx) => {
    await recordLook(tools, tx, act, asked);
    const acts = asked.requestId === undefined ? [] : await namesOfAct(tx, asked.requestId);
    return readRows(tx, asked, { from, to }, acts);
  });
  const results = rows.slice(0, asked.count);
  const last = results.at(-1);
  return {
    results: results.map((row) => ({
      ...{ id: row.id, at: row.at.toISOString(), userUuid: row.user_uuid },
      ...{ requestId: row.request_id, address: row.address, entry: row.entry },
    })),
    ...(last && rows.length > asked.count && { next: `${last.at.getTime()}_${last.id}` }),
  };
}

/**
 * The row of a look, and a mail: one an hour of the clock and reason, for an export comes in many pages. Were the hour
 * counted from the last look, whoever looks oftener would keep every mail but the first back.
 */
async function recordLook(tools: Tools, tx: Tx, act: Acting, asked: BrowserLogQuery): Promise<void> {
  const { tenantId, cursor: _cursor, count: _count, ...condition } = asked;
  const hour = new Date(Math.floor(act.now.getTime() / HOUR_MS) * HOUR_MS);
  const told = await sql`
    select from system_operation_log
    where at >= ${hour}::timestamptz and target_type = 'browserLog'
      and operator_user_id = ${act.caller.actor.name} and reason = ${act.reason ?? ''} limit 1`.execute(tx);
  const changes = { condition: { after: condition } };
  await act.audit(
    tx,
    { type: 'browserLog.read', targetId: tenantId, changes },
    { tenantId: tenantId ?? PROVIDER, operation: 'create' },
  );
  if (tenantId !== undefined && told.rows.length === 0)
    await tellOfAct(tools, tx, act, 'operatorReadBrowserLog', tenantId);
}

/** By what pages name the call of a row in one of the logs: the server's id, which an answer tells, or their own. */
async function namesOfAct(tx: Tx, requestId: string): Promise<string[]> {
  const ofLog = (view: string) => sql`
    select l.client_request_id from ${sql.table(view)} l
    where log_key(l.request_id) = log_key(${requestId}::text) and lower(l.request_id) = lower(${requestId}::text)`;
  const { rows } = await sql<{ client_request_id: string | null }>`
    ${ofLog('searchable_login_log')} union ${ofLog('searchable_system_operation_log')}`.execute(tx);
  return [requestId, ...rows.flatMap(({ client_request_id }) => client_request_id ?? [])];
}

/** One row more than asked for: it tells that there are older ones. `acts`: what a row must be about, where it is asked. */
async function readRows(
  tx: Tx,
  asked: BrowserLogQuery,
  { from, to }: { from: Date; to: Date },
  acts: readonly string[],
) {
  const { cursor, count, userUuid, requestId, operationId } = asked;
  let query = tx
    .selectFrom('browser_operation_log')
    .select(['id', 'at', 'user_uuid', 'request_id', 'address', 'entry'])
    .where('at', '>=', from)
    .where('at', '<=', to);
  if (userUuid) query = query.where('user_uuid', '=', userUuid);
  if (requestId)
    query = query.where(sql<SqlBool>`(request_id = ${requestId} or entry ->> 'operationId' = any (${acts}::text[]))`);
  if (operationId) query = query.where(sql<SqlBool>`entry ->> 'operationId' = ${operationId}`);
  if (cursor) {
    const [millis = '0', id = ''] = cursor.split('_');
    query = query.where(sql<SqlBool>`(at, id) < (${new Date(Number(millis))}::timestamptz, ${id}::uuid)`);
  }
  return query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count + 1)
    .execute();
}
