import * as contract from '#contract/tenant/tenant.ts';
import { fail } from '#contract/errors.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { changeTenant, readTenant } from './tenant.ts';

/** Another tenant does not exist for the caller. */
function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}

export const tenantRoutes: Served[] = [
  handle(contract.getTenant, async (call) => {
    ownTenant(call);
    return readTenant(call.tx);
  }),
  handle(contract.updateTenant, async (call) => {
    ownTenant(call);
    const { tools, tx, body, now, audit, caller } = call;
    return changeTenant(tools, tx, body, caller, now, (changes) =>
      audit(tx, changes === null ? [] : { targetId: caller.tenantId, changes }),
    );
  }),
];
