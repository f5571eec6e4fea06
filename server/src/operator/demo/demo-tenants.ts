import type { TextParams } from '#messages/catalog.ts';
import { storePassword } from '../../credentials/passwords/passwords.ts';
import { type Given, insertOne } from '../../people/changes/changes.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { commandAct } from '../command-act.ts';
import { keepDemoPassword, readDemoPassword } from './demo-password.ts';
import { ADMIN_MAIL_ADDRESS, type DemoPerson, type DemoTenant, demoTenants, mailAddressOf } from './people.ts';
import * as queries from './queries.ts';
import { ensureDemoServices } from './services.ts';
import { SYSTEM } from '#contract/principals.ts';

export interface DemoTenants {
  /** What to tell the person at the terminal: the tenants, the sign-ins and the password. */
  lines(text: (key: string, params?: TextParams) => string): string[];
}

/**
 * Makes the demo tenants where they are missing: `demo` and `annex` with `admin`, `taro` and their colleagues. Done at
 * every start; it changes nothing but the password, when DEMO_PASSWORD names another one than before.
 * Does nothing in production mode or with an external database.
 */
export async function createDemoTenants(tools: Tools): Promise<DemoTenants> {
  const { config } = tools;
  if (config.production || config.database) return { lines: () => [] };
  const { password, kept } = await readDemoPassword(config);
  // One that was made up is kept before it is used; a changed one once every account has it.
  if (kept === null) await keepDemoPassword(config, password);
  const act = commandAct({
    tools: null,
    now: tools.clock(),
    action: 'portico demo',
    // The server itself, at its start.
    actor: SYSTEM,
    reason: 'demo tenants',
    requestId: '',
  });
  for (const tenant of demoTenants) {
    const isThere = await tools.db.inTenant(tenant.tenantId, queries.hasTenant);
    if (!isThere) await createDemoTenant(tools, act, tenant, password);
    else if (kept !== password) await replacePasswords(tools, act, tenant, password);
  }
  await ensureDemoServices(tools, act);
  if (kept !== null && kept !== password) await keepDemoPassword(config, password);
  return {
    lines: (text) => [
      text('operator.start.demoTenants', { tenants: demoTenants.map(({ tenantId }) => tenantId).join(', ') }),
      text('operator.start.demoAdministrator', { userId: 'admin', mailAddress: ADMIN_MAIL_ADDRESS }),
      text('operator.start.demoUser', { userId: 'taro', mailAddress: mailAddressOf('demo', 'taro') }),
      text('operator.start.demoPassword', { password }),
    ],
  };
}

async function createDemoTenant(tools: Tools, act: Acting, tenant: DemoTenant, password: string): Promise<void> {
  const members = await Promise.all(
    tenant.people.map(async (person) => ({
      ...person,
      uuid: newUuid(),
      hash: person.status === 'registering' ? null : await tools.hasher.hash(password),
    })),
  );
  await tools.db.inTenant(tenant.tenantId, async (tx) => {
    const { tenantId, groups, people, ...facts } = tenant;
    const row = { ...facts, tenant_id: tenantId, region: tools.config.REGION };
    if (!(await queries.insertTenant(tx, row))) return; // another process was quicker
    for (const { uuid, userId, ...person } of members) {
      const { familyName, givenName, department, location, status = 'active', roles = ['User'] } = person;
      const given: Given = { familyName, givenName, department, location, status, roles };
      const signInMailAddress = mailAddressOf(tenantId, userId);
      await insertOne(tx, { uuid, userId }, { ...given, signInMailAddress }, act.now);
      // Whoever signs in by an address of both tenants is led to the first.
      if (tenantId === demoTenants[0]?.tenantId && userId === 'admin') await queries.markDefault(tx, uuid);
    }
    for (const { uuid, hash } of members) {
      if (hash) await storePassword(tx, { tenantId, userUuid: uuid, hash, now: act.now });
    }
    await insertGroups(tx, tenant, members);
    await act.audit(tx, { type: 'tenant.created', targetId: tenantId }, { tenantId, operation: 'create' });
  });
}

async function insertGroups(tx: Tx, tenant: DemoTenant, members: (DemoPerson & { uuid: string })[]): Promise<void> {
  const uuids = new Map(Object.keys(tenant.groups).map((groupId) => [groupId, newUuid()]));
  const rows = Object.entries(tenant.groups).map(([group_id, name]) => ({
    tenant_id: tenant.tenantId,
    uuid: uuids.get(group_id) as string,
    group_id,
    name,
  }));
  await queries.insertGroups(tx, rows);
  const memberships = members.flatMap((member) =>
    member.groups.map((groupId) => ({
      tenant_id: tenant.tenantId,
      group_uuid: uuids.get(groupId) as string,
      user_uuid: member.uuid,
    })),
  );
  await queries.insertGroupUsers(tx, memberships);
}

async function replacePasswords(
  tools: Tools,
  act: Acting,
  { tenantId, people }: DemoTenant,
  password: string,
): Promise<void> {
  const userIds = people.map((person) => person.userId);
  const uuids = await tools.db.inTenant(tenantId, (tx) => queries.userUuidsWithPassword(tx, userIds));
  const hashed = await Promise.all(
    uuids.map(async (userUuid) => ({ userUuid, hash: await tools.hasher.hash(password) })),
  );
  await tools.db.inTenant(tenantId, async (tx) => {
    for (const { userUuid, hash } of hashed) await storePassword(tx, { tenantId, userUuid, hash, now: act.now });
    const entry = { type: 'tenant.changed', targetId: tenantId, changes: { password: {} } } as const;
    await act.audit(tx, entry, { tenantId, operation: 'update' });
  });
}
