import * as contract from '#contract/operator/status.ts';
import { handle } from '../../http/serve.ts';
import { listComponents, removeComponent, setComponent } from './status.ts';

export const statusComponentRoutes = [
  handle(contract.listComponents, async ({ tools }) => ({ results: await listComponents(tools) })),
  handle(contract.setComponent, ({ tools, params, body, ...act }) =>
    setComponent(tools, act, { componentId: params.componentId, ...body }),
  ),
  handle(contract.removeComponent, async ({ tools, params, ...act }) => {
    await removeComponent(tools, act, params.componentId);
    return undefined;
  }),
];
