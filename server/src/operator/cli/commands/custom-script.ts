import { customScript } from '#contract/site/custom-script.ts';
import { removeCustomScript, setCustomScript, showCustomScript } from '../../custom-script/custom-script.ts';
import { type Command, parse } from '../command.ts';

export const customScriptCommands: readonly Command[] = [
  {
    name: 'custom-script show',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({ data: await showCustomScript(tools) }),
  },
  {
    name: 'custom-script set',
    places: [],
    options: { url: 'text', integrity: 'text', reason: 'text' },
    required: ['url', 'integrity', 'reason'],
    run: async ({ tools, act }, { url, integrity }) => ({
      data: await setCustomScript(tools, act, parse(customScript, { url, integrity })),
    }),
  },
  {
    name: 'custom-script remove',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => {
      await removeCustomScript(tools, act);
      return { data: { removed: true } };
    },
  },
];
