import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface SetupRow {
  security_policy: Record<string, unknown>;
  custom_theme: Record<string, unknown>;
  has_own_factor: boolean;
  has_second_administrator: boolean;
  has_people: boolean;
  has_groups: boolean;
}

/** Facts for judging the steps: a few index probes, however many users exist. */
export async function readSetup(tx: Tx, uuid: string): Promise<SetupRow | null> {
  const { rows } = await sql<SetupRow>`
    select t.security_policy, t.custom_theme,
      exists (select from totps x where x.user_uuid = ${uuid}::uuid and x.enabled) as has_own_factor,
      exists (select from users u
        where u.uuid <> ${uuid}::uuid and is_acting_administrator(u.user_id_key, u.status, u.roles) and can_sign_in(u)) as has_second_administrator,
      exists (select from users u where u.uuid <> ${uuid}::uuid) as has_people,
      exists (select from groups) as has_groups
    from tenants t`.execute(tx);
  return rows[0] ?? null;
}
