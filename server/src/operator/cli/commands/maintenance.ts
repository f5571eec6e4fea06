import { endMaintenance as endRoute, newMaintenance } from '#contract/operator/maintenance.ts';
import { addMaintenance, endMaintenance, listMaintenances } from '../../maintenance/maintenance.ts';
import { byKey } from '../by-key.ts';
import { type Command, inProvider, parse } from '../command.ts';

export const maintenanceCommands: readonly Command[] = [
  {
    name: 'maintenance add',
    places: [],
    options: { title: 'list', starts: 'text', ends: 'text' },
    required: ['title', 'starts', 'ends'],
    run: async ({ tools, act }, { title, starts, ends }) => {
      const wanted = parse(newMaintenance, { title: byKey(title, 'en'), startsAt: starts, endsAt: ends });
      return { data: await inProvider(tools, (tx) => addMaintenance(tx, act, wanted)) };
    },
  },
  {
    name: 'maintenance list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => ({
      data: await inProvider(tools, (tx) => listMaintenances(tx, act.now)),
      columns: ['uuid', 'state', 'startsAt', 'endsAt', 'endedAt', 'title'],
    }),
  },
  {
    name: 'maintenance end',
    places: ['uuid'],
    options: { uuid: 'text' },
    required: ['uuid'],
    run: async ({ tools, act }, { uuid }) => ({
      data: await inProvider(tools, (tx) => endMaintenance(tx, act, parse(endRoute.params, { uuid }).uuid)),
    }),
  },
];
