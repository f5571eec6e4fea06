import { fail } from '#contract/errors.ts';
import * as contract from '#contract/logs/webhooks.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import type { Caller } from '../../platform/http/session.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as deliveries from './deliveries.ts';
import * as webhooks from './webhooks.ts';

/**
 * A webhook is sent what administrators read in the logs: who may not read them must not receive or see it by a webhook.
 * Throws `forbidden`.
 */
function requireLogs({ caller }: { caller: Pick<Caller, 'permissions'> }): void {
  if (!caller.permissions.has('logs:read')) throw fail('forbidden');
}

export const webhookRoutes: Served[] = [
  handle(contract.listWebhooks, async (call) => {
    ownTenant(call);
    return wholePage(await webhooks.listWebhooks(call.tx, call.now));
  }),
  handle(contract.createWebhook, async (call) => {
    ownTenant(call);
    requireLogs(call);
    const { tools, tx, caller, body, now } = call;
    const made = await webhooks.createWebhook(tools, tx, caller.tenantId, body, now);
    const { name, address, events, active } = webhooks.asLogged(made);
    const changes = Object.entries({ name, address, events, active }).map(([key, after]) => [key, { after }]);
    await call.audit(tx, { targetId: made.uuid, changes: Object.fromEntries(changes) });
    return made;
  }),
  handle(contract.getWebhook, async (call) => {
    ownTenant(call);
    return webhooks.getWebhook(call.tx, call.params.uuid, call.now);
  }),
  handle(contract.updateWebhook, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    if (body.address !== undefined || body.events !== undefined) requireLogs(call);
    const { webhook, changes } = await webhooks.changeWebhook(tools, tx, params.uuid, body, now);
    await call.audit(tx, { targetId: webhook.uuid, changes });
    return webhook;
  }),
  handle(contract.deleteWebhook, async (call) => {
    ownTenant(call);
    const name = await webhooks.deleteWebhook(call.tx, call.params.uuid);
    await call.audit(call.tx, { targetId: call.params.uuid, changes: { name: { before: name } } });
    return undefined;
  }),
  handle(contract.rotateWebhookSecret, async (call) => {
    ownTenant(call);
    requireLogs(call);
    const { tools, tx, params, body, now } = call;
    const rotated = await webhooks.rotateSecret(tools, tx, params.uuid, body.overlapHours, now);
    await call.audit(tx, { targetId: params.uuid, changes: { overlapHours: { after: body.overlapHours } } });
    return rotated;
  }),
  handle(contract.testWebhook, async (call) => {
    ownTenant(call);
    requireLogs(call);
    return webhooks.testWebhook(call.tools, call.caller.tenantId, call.params.uuid, call.now);
  }),
  handle(contract.listWebhookDeliveries, async (call) => {
    ownTenant(call);
    requireLogs(call);
    return deliveries.listDeliveries(call.tx, call.params.uuid, call.query, call.now);
  }),
  handle(contract.getWebhookMessage, async (call) => {
    ownTenant(call);
    requireLogs(call);
    return deliveries.getMessage(call.tx, call.params.uuid, call.params.sequence, call.now);
  }),
  handle(contract.retryWebhookDelivery, async (call) => {
    ownTenant(call);
    const { tx, params, now } = call;
    await deliveries.retryDelivery(tx, params.uuid, params.sequence, now);
    await call.audit(tx, { targetId: params.uuid, changes: { sequence: { after: Number(params.sequence) } } });
    return undefined;
  }),
  handle(contract.retryDeadWebhookDeliveries, async (call) => {
    ownTenant(call);
    const retried = await deliveries.retryDead(call.tx, call.params.uuid, call.now);
    await call.audit(call.tx, { targetId: call.params.uuid, changes: { deliveries: { after: retried } } });
    return { retried };
  }),
];
