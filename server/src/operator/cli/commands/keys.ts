import { rotateKey } from '../../keys/keys.ts';
import type { Command } from '../command.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'key rotate',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => ({ data: await rotateKey(tools, act), columns: ['kid', 'algorithm', 'state'] }),
  },
];
