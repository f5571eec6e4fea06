import { readFile } from 'node:fs/promises';
import { newService, serviceChanges, serviceParams } from '#contract/operator/services.ts';
import { createService, listServices, showService, updateService } from '../../services/services.ts';
import { byKey } from '../by-key.ts';
import { type Command, inProvider, parse, type Values } from '../command.ts';

const facts = { name: 'list', description: 'list', link: 'list', 'admin-link': 'list', icon: 'text' } as const;

/** What was typed about a service, as the API takes it; what was not typed is left out. */
async function typed(values: Values): Promise<Record<string, unknown>> {
  const given = {
    names: byKey(values.name, 'en'),
    descriptions: byKey(values.description, 'en'),
    linkURLs: byKey(values.link, 'default'),
    adminLinkURLs: byKey(values['admin-link'], 'default'),
    icon: typeof values.icon === 'string' ? await readFile(values.icon, 'utf8') : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const classOf = (values: Values) => parse(serviceParams, { serviceClass: values.service }).serviceClass;
const one = { places: ['service'], options: { service: 'text' }, required: ['service'] } as const;

export const serviceCommands: readonly Command[] = [
  {
    name: 'service create',
    places: ['service'],
    options: { service: 'text', ...facts },
    required: ['service', 'name'],
    run: async ({ tools, act }, values) => {
      const wanted = parse(newService, { serviceClass: values.service, ...(await typed(values)) });
      return { data: await inProvider(tools, (tx) => createService(tx, act, wanted)) };
    },
  },
  {
    name: 'service update',
    places: ['service'],
    options: { service: 'text', ...facts },
    required: ['service'],
    run: async ({ tools, act }, values) => {
      const changes = parse(serviceChanges, await typed(values));
      return { data: await inProvider(tools, (tx) => updateService(tx, act, classOf(values), changes)) };
    },
  },
  {
    name: 'service list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({
      data: await inProvider(tools, listServices),
      columns: ['serviceClass', 'names', 'enabled', 'updatedAt'],
    }),
  },
  {
    name: 'service show',
    ...one,
    run: async ({ tools }, values) => ({ data: await inProvider(tools, (tx) => showService(tx, classOf(values))) }),
  },
  ...([true, false] as const).map(
    (enabled): Command => ({
      name: enabled ? 'service enable' : 'service disable',
      ...one,
      run: async ({ tools, act }, values) => ({
        data: await inProvider(tools, (tx) => updateService(tx, act, classOf(values), { enabled })),
      }),
    }),
  ),
];
