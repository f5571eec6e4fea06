import { revokeKey as revokeRoute } from '#contract/operator/keys.ts';
import type { MasterKeyState } from '#contract/operator/master-keys.ts';
import { listMasterKeys, resealSecrets, revokeKey, rotateKey } from '../../keys/keys.ts';
import { type Command, parse } from '../command.ts';

/** The places as one text, for the terminal's table. */
const shownStates = (states: MasterKeyState[]) =>
  states.map((state) => ({
    ...state,
    places: state.places.map(({ place, sealed }) => `${place} ${sealed}`).join(', '),
  }));
const columns = ['keyId', 'state', 'sealed', 'places'];

export const keyCommands: readonly Command[] = [
  {
    name: 'key status',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({ data: shownStates(await listMasterKeys(tools)), columns }),
  },
  {
    name: 'key reseal',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act, text, progress }) => {
      const told = (values: number) => progress(text('operator.progress.resealed', { values }));
      return { data: shownStates(await resealSecrets(tools, act, told)), columns };
    },
  },
  {
    name: 'key rotate',
    places: [],
    options: { reason: 'text' },
    required: ['reason'],
    run: async ({ tools, act }) => ({ data: await rotateKey(tools, act), columns: ['kid', 'algorithm', 'state'] }),
  },
  {
    name: 'key revoke',
    places: ['kid'],
    options: { kid: 'text', reason: 'text' },
    required: ['kid', 'reason'],
    run: async ({ tools, act }, values) => {
      const { kid } = parse(revokeRoute.params, { kid: values.kid });
      return { data: await revokeKey(tools, act, kid), columns: ['kid', 'algorithm', 'state'] };
    },
  },
];
