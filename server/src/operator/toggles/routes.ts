import * as contract from '#contract/operator/toggles.ts';
import { handle } from '../../platform/http/serve.ts';
import { listToggles, setToggle } from './toggles.ts';

export const toggleRoutes = [
  handle(contract.listToggles, async ({ tools, query }) => ({
    results: await listToggles(tools, query.tenantId ?? null),
  })),
  handle(contract.setToggle, ({ tools, params, body, ...act }) =>
    setToggle(tools, act, { name: params.name, active: body.active, tenantId: body.tenantId ?? null }),
  ),
];
