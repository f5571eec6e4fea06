import { newTenant, tenantChanges, tenantParams } from '#contract/operator/tenants.ts';
import * as tenants from '../../tenants/tenants.ts';
import { type Command, parse, type Values } from '../command.ts';

const idOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;
/** `none`: any number. What is no number is refused by the contract. */
const limitOf = (values: Values) => (values['user-limit'] === 'none' ? null : Number(values['user-limit']));
const one = { places: ['tenant'], options: { tenant: 'text' }, required: ['tenant'] } as const;

export const tenantCommands: readonly Command[] = [
  {
    name: 'tenant create',
    places: ['tenant'],
    options: {
      ...{ tenant: 'text', name: 'text', region: 'text', locale: 'text', timezone: 'text', country: 'text' },
      'user-limit': 'text',
    },
    required: ['tenant', 'name'],
    run: async ({ tools, act }, values) => {
      const { tenant, 'user-limit': limit, ...facts } = values;
      const userLimit = limit === undefined ? {} : { userLimit: limitOf(values) };
      const wanted = parse(newTenant, { tenantId: tenant, ...facts, ...userLimit });
      return { data: await tenants.createTenant(tools, act, wanted) };
    },
  },
  {
    name: 'tenant list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({
      data: await tenants.listTenants(tools),
      columns: ['tenantId', 'name', 'status', 'region', 'locale', 'userCount', 'userLimit', 'createdAt'],
    }),
  },
  {
    name: 'tenant show',
    ...one,
    run: async ({ tools }, values) => ({ data: await tenants.showTenant(tools, idOf(values)) }),
  },
  {
    name: 'tenant update',
    places: ['tenant'],
    options: { tenant: 'text', 'user-limit': 'text' },
    required: ['tenant', 'user-limit'],
    run: async ({ tools, act }, values) => {
      const changes = parse(tenantChanges, { userLimit: limitOf(values) });
      const tenantId = idOf(values);
      return { data: await tools.db.inTenant(tenantId, (tx) => tenants.updateTenant(tx, act, tenantId, changes)) };
    },
  },
  {
    name: 'tenant suspend',
    ...one,
    run: async ({ tools, act }, values) => {
      const tenantId = idOf(values);
      return { data: await tools.db.inTenant(tenantId, (tx) => tenants.suspendTenant(tx, act, tenantId)) };
    },
  },
  {
    name: 'tenant resume',
    ...one,
    run: async ({ tools, act }, values) => {
      const tenantId = idOf(values);
      return { data: await tools.db.inTenant(tenantId, (tx) => tenants.resumeTenant(tx, act, tenantId)) };
    },
  },
];
