import { fail } from '#contract/errors.ts';
import * as contract from '#contract/provisioning/targets.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import type { Caller } from '../../platform/http/session.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as comparisons from './comparisons.ts';
import * as targets from './targets.ts';
import * as users from './users.ts';

/** A target is sent users: who may not read them must not say where they go, or see them by a target. Throws `forbidden`. */
function requireUsers({ caller }: { caller: Pick<Caller, 'permissions'> }): void {
  if (!caller.permissions.has('users:read')) throw fail('forbidden');
}

/** What the log says of decisions: how many users they were about. */
const decidedFields = {
  retry: 'retriedUsers',
  adopt: 'adoptedUsers',
  allow: 'allowedUsers',
  repair: 'repairedUsers',
} as const;

export const targetRoutes: Served[] = [
  handle(contract.listTargets, async (call) => {
    ownTenant(call);
    return wholePage(await targets.listTargets(call.tx));
  }),
  handle(contract.createTarget, async (call) => {
    ownTenant(call);
    requireUsers(call);
    const { tools, tx, caller, body, now } = call;
    const made = await targets.createTarget(tools, tx, caller.tenantId, body, now);
    const told = Object.entries(targets.asLogged(body)).filter(([key]) => key !== 'token');
    await call.audit(tx, {
      targetId: made.uuid,
      changes: Object.fromEntries(told.map(([key, after]) => [key, { after }])),
    });
    return made;
  }),
  handle(contract.getTarget, async (call) => {
    ownTenant(call);
    return targets.getTarget(call.tx, call.params.uuid);
  }),
  handle(contract.updateTarget, async (call) => {
    ownTenant(call);
    requireUsers(call);
    const { tools, tx, params, body, now } = call;
    const { target, changes } = await targets.changeTarget(tools, tx, params.uuid, body, now);
    await call.audit(tx, { targetId: target.uuid, changes });
    return target;
  }),
  handle(contract.deleteTarget, async (call) => {
    ownTenant(call);
    const name = await targets.deleteTarget(call.tx, call.params.uuid);
    await call.audit(call.tx, { targetId: call.params.uuid, changes: { name: { before: name } } });
    return undefined;
  }),
  handle(contract.testTarget, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return targets.testTarget(call.tools, call.caller.tenantId, call.params.uuid, call.now);
  }),
  handle(contract.listTargetUsers, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return users.listUsers(call.tx, call.params.uuid, call.query);
  }),
  handle(contract.decideTargetUsers, async (call) => {
    ownTenant(call);
    requireUsers(call);
    const { tx, params, body, now } = call;
    const decided = await users.decide(tx, params.uuid, body, now);
    await call.audit(tx, {
      targetId: params.uuid,
      changes: { [decidedFields[body.decision]]: { after: decided } },
    });
    return { users: decided };
  }),
  handle(contract.getTargetComparison, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return comparisons.getComparison(call.tx, call.params.uuid);
  }),
  handle(contract.compareTarget, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return comparisons.compareTarget(call.tx, call.params.uuid, call.now);
  }),
  handle(contract.listTargetDifferences, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return comparisons.listDifferences(call.tx, call.params.uuid, call.query);
  }),
  handle(contract.previewTargetUser, async (call) => {
    ownTenant(call);
    requireUsers(call);
    return users.preview(call.tx, call.params.uuid, call.query.userId);
  }),
];
