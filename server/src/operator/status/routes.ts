import * as contract from '#contract/operator/status.ts';
import { handleOperator } from '../authorize.ts';
import { listComponents, removeComponent, setComponent } from './status.ts';

export const statusComponentRoutes = [
  handleOperator(contract.listComponents, async ({ tools }) => ({ results: await listComponents(tools) })),
  handleOperator(contract.setComponent, ({ tools, params, body }, act) =>
    setComponent(tools, act, { componentId: params.componentId, ...body }),
  ),
  handleOperator(contract.removeComponent, async ({ tools, params }, act) => {
    await removeComponent(tools, act, params.componentId);
    return undefined;
  }),
];
