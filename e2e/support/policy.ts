import pg from 'pg';
import type { Person } from './people.ts';
import type { Portico } from './portico.ts';

/** Sets a tenant's security policy; what it does not name has its default. */
export async function setPolicy(portico: Portico, tenantId: string, policy: object): Promise<void> {
  await above(portico, 'update tenants set security_policy = $2 where tenant_id = $1', [tenantId, policy]);
}

/** Lets passwords be so many days old. */
export async function agePasswords(portico: Portico, people: readonly Person[], days: number): Promise<void> {
  for (const { tenantId, userId } of people) {
    await above(
      portico,
      `update user_passwords p set changed_at = now() - make_interval(days => $3) from users u
       where u.tenant_id = p.tenant_id and u.uuid = p.user_uuid and u.tenant_id = $1 and u.user_id = $2`,
      [tenantId, userId, days],
    );
  }
}

/** Lets the sessions of a person have been idle for so many minutes. */
export async function leaveIdle(portico: Portico, { tenantId, userId }: Person, minutes: number): Promise<void> {
  await above(
    portico,
    `update sessions s set last_seen_at = now() - make_interval(mins => $3) from users u
     where u.tenant_id = s.tenant_id and u.uuid = s.user_uuid and u.tenant_id = $1 and u.user_id = $2`,
    [tenantId, userId, minutes],
  );
}

/**
 * Lets the proofs that a person gave at signing in be so many minutes old. The server keeps a caller for half a second,
 * and no session changes like this while it runs: it is told as of a change of the user (docs/decisions/0086).
 */
export async function ageProofs(portico: Portico, { tenantId, userId }: Person, minutes: number): Promise<void> {
  await above(
    portico,
    `with aged as (
       update sessions s set proved_at = now() - make_interval(mins => $3) from users u
       where u.tenant_id = s.tenant_id and u.uuid = s.user_uuid and u.tenant_id = $1 and u.user_id = $2
       returning s.tenant_id
     )
     select pg_notify('portico_changes', 'users ' || tenant_id) from aged`,
    [tenantId, userId, minutes],
  );
}

/** Does something in the database that no door would do, or only time. */
async function above(portico: Portico, statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(portico.owner);
  try {
    await client.connect();
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
