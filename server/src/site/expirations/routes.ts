import { listExpirations } from '#contract/site/expirations.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { readExpirations } from './expirations.ts';

export const expirationRoutes: Served[] = [
  handle(listExpirations, async (call) => {
    ownTenant(call);
    const { expirations, failing } = await readExpirations(call.tools, call.tx, call.now);
    return { ...wholePage(expirations), failing };
  }),
];
