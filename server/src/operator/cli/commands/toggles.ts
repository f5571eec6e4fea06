import { z } from 'zod';
import { listToggles as listRoute, setToggle as setRoute, toggleChange } from '#contract/operator/toggles.ts';
import { listToggles, setToggle } from '../../toggles/toggles.ts';
import { type Command, parse } from '../command.ts';

const states = z.strictObject({ state: z.enum(['on', 'off', 'default']) });
const active = { on: true, off: false, default: null } as const;

export const toggleCommands: readonly Command[] = [
  {
    name: 'toggle set',
    places: ['name', 'state'],
    options: { name: 'text', state: 'text', tenant: 'text' },
    required: ['name', 'state'],
    run: async ({ tools, act }, values) => {
      const { name } = parse(setRoute.params, { name: values.name });
      const { state } = parse(states, { state: values.state });
      const change = parse(toggleChange, { active: active[state], tenantId: values.tenant });
      return { data: await setToggle(tools, act, { name, active: change.active, tenantId: change.tenantId ?? null }) };
    },
  },
  {
    name: 'toggle list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: [],
    run: async ({ tools }, values) => {
      const { tenantId } = parse(listRoute.query, { tenantId: values.tenant });
      return { data: await listToggles(tools, tenantId ?? null), columns: ['name', 'active', 'setFor'] };
    },
  },
];
