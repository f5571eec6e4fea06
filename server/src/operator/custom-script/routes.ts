import * as contract from '#contract/operator/custom-script.ts';
import { handle } from '../../http/serve.ts';
import { removeCustomScript, setCustomScript, showCustomScript } from './custom-script.ts';

export const customScriptRoutes = [
  handle(contract.getCustomScript, async ({ tools }) => ({ customScript: await showCustomScript(tools) })),
  handle(contract.setCustomScript, async ({ tools, body, ...act }) => ({
    customScript: await setCustomScript(tools, act, body),
  })),
  handle(contract.removeCustomScript, async ({ tools, ...act }) => {
    await removeCustomScript(tools, act);
    return undefined;
  }),
];
