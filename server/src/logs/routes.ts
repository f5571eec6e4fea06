import * as contract from '#contract/logs/logs.ts';
import { handle, type Served } from '../platform/http/serve.ts';
import { ownTenant } from '../platform/http/own-tenant.ts';
import { chartLog } from './chart.ts';
import { readChoices } from './choices.ts';
import { toLoginEntry, toOperationEntry } from './entries.ts';
import { readHistory } from './history.ts';
import { withNames } from './names.ts';
import { changeRetention, readRetention } from './retention/retention.ts';
import { periodOf, searchLog } from './search.ts';
import { loginLog, operationLog } from './sources.ts';
import { operationLogRoutes } from './browser-log/routes.ts';
import { logExportRoutes } from './exports/routes.ts';
import { feedRoutes } from './feed/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { loginHistoryRoutes } from './my-history/routes.ts';

/** The sign-in log and the system-operation log (spec section 7, "search of login and systemOperation logs"). */
export const logRoomRoutes: Served[] = [
  handle(contract.searchLoginLog, async (call) => {
    ownTenant(call);
    const { tx, caller, body, now } = call;
    const { period } = await periodOf(tx, caller.uuid, body, now);
    return searchLog(tx, loginLog, { ...body, period }, toLoginEntry);
  }),
  handle(contract.searchOperationLog, async (call) => {
    ownTenant(call);
    const { tx, caller, body, now } = call;
    const { targetType: type, targetId: id } = body;
    if (type && id) return withNames(tx, await readHistory(tx, { type, id }, body));
    const { period } = await periodOf(tx, caller.uuid, body, now);
    return withNames(
      tx,
      await searchLog(tx, operationLog, { ...body, period }, toOperationEntry),
      body.condition.language,
    );
  }),
  handle(contract.chartLoginLog, async (call) => {
    ownTenant(call);
    const { tx, caller, body, now } = call;
    return chartLog(tx, loginLog, { ...(await periodOf(tx, caller.uuid, body, now)), condition: body.condition });
  }),
  handle(contract.chartOperationLog, async (call) => {
    ownTenant(call);
    const { tx, caller, body, now } = call;
    return chartLog(tx, operationLog, { ...(await periodOf(tx, caller.uuid, body, now)), condition: body.condition });
  }),
  handle(contract.logChoices, async (call) => {
    ownTenant(call);
    return readChoices(call.tx);
  }),
  handle(contract.getLogRetention, async (call) => {
    ownTenant(call);
    return readRetention(call);
  }),
  handle(contract.updateLogRetention, async (call) => {
    ownTenant(call);
    const { caller, body, now, audit, tx } = call;
    return changeRetention(call, caller.tenantId, body, {
      now,
      audit: (changes) => audit(tx, { targetId: caller.tenantId, changes }),
    });
  }),
  ...operationLogRoutes,
  ...logExportRoutes,
  ...loginHistoryRoutes,
  ...feedRoutes,
  ...webhookRoutes,
];
