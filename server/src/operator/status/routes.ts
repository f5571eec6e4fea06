import * as contract from '#contract/operator/status.ts';
import { handle } from '../../platform/http/serve.ts';
import { listComponents, removeComponent, setComponent } from './status.ts';

export const statusComponentRoutes = [
  handle(contract.listComponents, async ({ tx }) => ({ results: await listComponents(tx) })),
  handle(contract.setComponent, ({ tx, params, body, ...act }) =>
    setComponent(tx, act, { componentId: params.componentId, ...body }),
  ),
  handle(contract.removeComponent, async ({ tx, params, ...act }) => {
    await removeComponent(tx, act, params.componentId);
    return undefined;
  }),
];
