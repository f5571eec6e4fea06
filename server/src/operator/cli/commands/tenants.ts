import { newTenant, tenantParams } from '#contract/operator/tenants.ts';
import * as tenants from '../../tenants/tenants.ts';
import { type Command, parse, type Values } from '../command.ts';

const idOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;
const one = { places: ['tenant'], options: { tenant: 'text' }, required: ['tenant'] } as const;

export const tenantCommands: readonly Command[] = [
  {
    name: 'tenant create',
    places: ['tenant'],
    options: { tenant: 'text', name: 'text', region: 'text', locale: 'text', timezone: 'text', country: 'text' },
    required: ['tenant', 'name'],
    run: async ({ tools, act }, { tenant, ...facts }) => ({
      data: await tenants.createTenant(tools, act, parse(newTenant, { tenantId: tenant, ...facts })),
    }),
  },
  {
    name: 'tenant list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({
      data: await tenants.listTenants(tools),
      columns: ['tenantId', 'name', 'status', 'region', 'locale', 'userCount', 'createdAt'],
    }),
  },
  {
    name: 'tenant show',
    ...one,
    run: async ({ tools }, values) => ({ data: await tenants.showTenant(tools, idOf(values)) }),
  },
  {
    name: 'tenant suspend',
    ...one,
    run: async ({ tools, act }, values) => ({ data: await tenants.suspendTenant(tools, act, idOf(values)) }),
  },
  {
    name: 'tenant resume',
    ...one,
    run: async ({ tools, act }, values) => ({ data: await tenants.resumeTenant(tools, act, idOf(values)) }),
  },
];
