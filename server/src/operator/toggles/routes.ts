import * as contract from '#contract/operator/toggles.ts';
import { handleOperator } from '../authorize.ts';
import { listToggles, setToggle } from './toggles.ts';

export const toggleRoutes = [
  handleOperator(contract.listToggles, async ({ tools, query }) => ({
    results: await listToggles(tools, query.tenantId ?? null),
  })),
  handleOperator(contract.setToggle, ({ tools, params, body }, act) =>
    setToggle(tools, act, { name: params.name, active: body.active, tenantId: body.tenantId ?? null }),
  ),
];
