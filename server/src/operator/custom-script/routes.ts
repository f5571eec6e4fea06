import * as contract from '#contract/operator/custom-script.ts';
import { handleOperator } from '../authorize.ts';
import { removeCustomScript, setCustomScript, showCustomScript } from './custom-script.ts';

export const customScriptRoutes = [
  handleOperator(contract.getCustomScript, async ({ tools }) => ({ customScript: await showCustomScript(tools) })),
  handleOperator(contract.setCustomScript, async ({ tools, body }, act) => ({
    customScript: await setCustomScript(tools, act, body),
  })),
  handleOperator(contract.removeCustomScript, async ({ tools }, act) => {
    await removeCustomScript(tools, act);
    return undefined;
  }),
];
