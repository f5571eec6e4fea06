import pg from 'pg';
import type { Person } from './people.ts';
import type { Portico } from './portico.ts';

/** Sets a tenant's security policy, with defaults for everything not named. */
export async function setPolicy(portico: Portico, tenantId: string, policy: object): Promise<void> {
  await above(portico, 'update tenants set security_policy = $2 where tenant_id = $1', [tenantId, policy]);
}

/** Makes passwords a number of days old. */
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

/** Makes the sessions of a user idle for a number of minutes. */
export async function leaveIdle(portico: Portico, { tenantId, userId }: Person, minutes: number): Promise<void> {
  await above(
    portico,
    `update sessions s set last_seen_at = now() - make_interval(mins => $3) from users u
     where u.tenant_id = s.tenant_id and u.uuid = s.user_uuid and u.tenant_id = $1 and u.user_id = $2`,
    [tenantId, userId, minutes],
  );
}

/**
 * Makes a user's identity confirmations a number of minutes old. The server caches a caller for half a second and
 * expects no such change, so it is notified as of a change of the user (docs/decisions/0086).
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

/** Changes the database in a way that otherwise only time would. */
async function above(portico: Portico, statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(portico.owner);
  try {
    await client.connect();
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
