import { customScript } from '#contract/site/custom-script.ts';
import { readCustomScript } from '../../../site/custom-script/custom-script.ts';
import { removeCustomScript, setCustomScript } from '../../custom-script/custom-script.ts';
import { type Command, inProvider, parse } from '../command.ts';

export const customScriptCommands: readonly Command[] = [
  {
    name: 'custom-script show',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({ data: await inProvider(tools, readCustomScript) }),
  },
  {
    name: 'custom-script set',
    places: [],
    options: { url: 'text', integrity: 'text', reason: 'text' },
    required: ['url', 'integrity', 'reason'],
    run: async ({ tools, act }, { url, integrity }) => ({
      data: await inProvider(tools, (tx) => setCustomScript(tx, act, parse(customScript, { url, integrity }))),
    }),
  },
  {
    name: 'custom-script remove',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => {
      await inProvider(tools, (tx) => removeCustomScript(tx, act));
      return { data: { removed: true } };
    },
  },
];
