import type { Region } from '#contract/region.ts';
import * as contract from '#contract/portal/region.ts';
import { changeTenant, readTenant } from '../../authentication/tenant/tenant.ts';
import { handle, type Served } from '../../http/serve.ts';

const toRegion = ({ region }: { region: string }) => ({ region: region as Region });

export const regionRoutes: Served[] = [
  handle(contract.getRegion, async ({ tx }) => toRegion(await readTenant(tx))),
  handle(contract.updateRegion, async ({ tools, tx, body, now, audit, caller }) =>
    toRegion(
      await changeTenant(tools, tx, body, caller, now, (changes) =>
        audit(tx, changes === null ? [] : { targetType: 'tenant', targetId: caller.tenantId, changes }),
      ),
    ),
  ),
];
