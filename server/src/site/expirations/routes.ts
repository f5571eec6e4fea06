import { listExpirations } from '#contract/site/expirations.ts';
import { listOwnKeys } from '#contract/site/own-keys.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { readExpirations } from './expirations.ts';
import { readOwnKeys } from './own-keys.ts';

export const expirationRoutes: Served[] = [
  handle(listExpirations, async (call) => {
    ownTenant(call);
    const { expirations, failing } = await readExpirations(call.tools, call.tx, call.now);
    return { ...wholePage(expirations), failing };
  }),
  handle(listOwnKeys, async (call) => {
    ownTenant(call);
    const { tools, caller } = call;
    return { results: await readOwnKeys(tools, caller.tenantId, { apps: caller.permissions.has('clients:write') }) };
  }),
];
