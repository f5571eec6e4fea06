import * as contract from '#contract/operator/custom-script.ts';
import { handle } from '../../platform/http/serve.ts';
import { readCustomScript } from '../../site/custom-script/custom-script.ts';
import { removeCustomScript, setCustomScript } from './custom-script.ts';

export const customScriptRoutes = [
  handle(contract.getCustomScript, async ({ tx }) => ({ customScript: await readCustomScript(tx) })),
  handle(contract.setCustomScript, async ({ tx, body, ...act }) => ({
    customScript: await setCustomScript(tx, act, body),
  })),
  handle(contract.removeCustomScript, async ({ tx, ...act }) => {
    await removeCustomScript(tx, act);
    return undefined;
  }),
];
