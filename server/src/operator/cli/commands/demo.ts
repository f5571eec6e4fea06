import pg from 'pg';
import { z } from 'zod';
import * as field from '#contract/fields.ts';
import { createDemoTenants } from '../../demo/demo-tenants.ts';
import { MANY_USERS, withoutListIndexes } from '../../demo/indexes.ts';
import { seedDemo } from '../../demo/seed.ts';
import { type Command, parse } from '../command.ts';

const seedWish = z.strictObject({
  tenantId: field.tenantId.default('demo'),
  users: z.coerce.number().int().min(1).max(9_999_999).default(200),
  groups: z.coerce.number().int().min(1).max(99_999).optional(),
  password: field.password.optional(),
});

/** Without statistics the first searches after a million new rows would be planned as if there were none. */
const FILLED = [
  ...['users', 'last_sign_ins', 'user_mail_addresses', 'user_passwords', 'groups', 'group_users', 'group_user_counts'],
  ...['group_groups', 'group_ancestry', 'tags', 'group_tags', 'tenants'],
];

async function askOwner(owner: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export const demoCommands: readonly Command[] = [
  {
    name: 'demo seed',
    places: [],
    options: { tenant: 'text', users: 'text', groups: 'text', password: 'text' },
    required: [],
    run: async ({ tools, owner, act, text, progress }, { tenant, users, groups, password }) => {
      const wish = parse(seedWish, { tenantId: tenant, users, groups, password });
      await createDemoTenants(tools);
      const places = wish.groups ?? Math.min(10_000, Math.max(8, Math.ceil(wish.users / 100)));
      const analyze = (tables: readonly string[]) => askOwner(owner, `analyze ${tables.join(', ')}`);
      const fill = () =>
        seedDemo(tools, act, { ...wish, groups: places, analyze }, ({ made, wanted, perSecond }) =>
          progress(text('operator.progress.seed', { made, wanted, perSecond })),
        );
      const done = await (wish.users >= MANY_USERS ? withoutListIndexes(owner, fill) : fill());
      if (done.made > 0) await askOwner(owner, `vacuum (analyze) ${FILLED.join(', ')}`);
      return { data: { tenantId: wish.tenantId, ...done } };
    },
  },
];
