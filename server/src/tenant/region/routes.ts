import type { Region } from '#contract/region.ts';
import * as contract from '#contract/tenant/region-routes.ts';
import { changeTenant, readTenant } from '../settings/tenant.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { handle, type Served } from '../../platform/http/serve.ts';

const toRegion = ({ region }: { region: string }) => ({ region: region as Region });

export const regionRoutes: Served[] = [
  handle(contract.getRegion, async ({ tx }) => toRegion(await readTenant(tx))),
  handle(contract.updateRegion, async ({ tools, tx, body, now, audit, caller }) => {
    const before = await readTenant(tx);
    refuseConflict(body, toRegion(before));
    const given = { region: body.region, ...(body.expected && { basicVersion: before.basicVersion }) };
    const after = await changeTenant(tools, tx, given, caller, now, (changes) =>
      audit(tx, changes === null ? [] : { targetId: caller.tenantId, changes }),
    );
    return toRegion(after);
  }),
];
