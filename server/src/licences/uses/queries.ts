import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface Use {
  userUuid: string;
  licenseId: string;
  at: Date;
}

/** Writes uses, at most one a day per user and license. Skips deleted users. */
export async function insertUses(tx: Tx, uses: readonly Use[]): Promise<void> {
  const [uuids, licenseIds, moments] = [
    uses.map((use) => use.userUuid),
    uses.map((use) => use.licenseId),
    uses.map((use) => use.at),
  ];
  // In a fixed order, so that two processes writing the same rows wait instead of deadlocking.
  await sql`
    insert into last_uses as old (tenant_id, user_uuid, license_id, used_at)
    select current_tenant(), n.uuid, n.license_id, n.at from (
      select u.uuid, g.license_id, g.at
      from unnest(${uuids}::uuid[], ${licenseIds}::text[], ${moments}::timestamptz[]) g (uuid, license_id, at)
      join users u on u.uuid = g.uuid for key share of u) n
    order by 2, 3
    on conflict (tenant_id, user_uuid, license_id) do update set used_at = excluded.used_at
    where excluded.used_at >= old.used_at + interval '1 day'`.execute(tx);
}
