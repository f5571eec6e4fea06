import { endMaintenance as endRoute, newMaintenance } from '#contract/operator/maintenance.ts';
import { addMaintenance, endMaintenance, listMaintenances } from '../../maintenance/maintenance.ts';
import { type Command, parse, type Values } from '../command.ts';

/** `--title "en=Update" --title "ja=更新"`; a title without a language is the English one. */
function titlesOf(given: Values[string]): Record<string, string> {
  const titles = Array.isArray(given) ? given : [];
  return Object.fromEntries(
    titles.map((title) => {
      const [, language, words] = /^([a-z]{2}(?:-[A-Z]{2})?)=(.*)$/s.exec(title) ?? [];
      return language && words !== undefined ? [language, words] : ['en', title];
    }),
  );
}

export const maintenanceCommands: readonly Command[] = [
  {
    name: 'maintenance add',
    places: [],
    options: { title: 'list', starts: 'text', ends: 'text' },
    required: ['title', 'starts', 'ends'],
    run: async ({ tools, act }, { title, starts, ends }) => {
      const wanted = parse(newMaintenance, { title: titlesOf(title), startsAt: starts, endsAt: ends });
      return { data: await addMaintenance(tools, act, wanted) };
    },
  },
  {
    name: 'maintenance list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => ({
      data: await listMaintenances(tools, act.now),
      columns: ['uuid', 'state', 'startsAt', 'endsAt', 'endedAt', 'title'],
    }),
  },
  {
    name: 'maintenance end',
    places: ['uuid'],
    options: { uuid: 'text' },
    required: ['uuid'],
    run: async ({ tools, act }, { uuid }) => ({
      data: await endMaintenance(tools, act, parse(endRoute.params, { uuid }).uuid),
    }),
  },
];
