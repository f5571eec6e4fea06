import type { Tx } from '../../platform/db/transaction.ts';

export interface SubjectRow {
  tenant_id: string;
  tenant_name: string;
  tenant_status: 'active' | 'suspended';
  security_policy: Record<string, unknown>;
  uuid: string;
  user_id: string;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  family_name: string;
  given_name: string;
  locale: string | null;
  timezone: string | null;
  locked_until: Date | null;
  source: string;
  roles: string[];
  has_password: boolean;
}

/** The user of a code. */
export async function findSubject(tx: Tx, userUuid: string): Promise<SubjectRow | null> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select(['u.tenant_id', 't.name as tenant_name', 't.status as tenant_status', 't.security_policy'])
    .select(['u.uuid', 'u.user_id', 'u.status', 'u.family_name', 'u.given_name', 'u.locale', 'u.timezone'])
    .select(['u.locked_until', 'u.source', 'u.roles'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('user_passwords as p')
            .select('p.user_uuid')
            .whereRef('p.tenant_id', '=', 'u.tenant_id')
            .whereRef('p.user_uuid', '=', 'u.uuid'),
        )
        .$castTo<boolean>()
        .as('has_password'),
    )
    .where('u.uuid', '=', userUuid)
    .executeTakeFirst();
  return row ?? null;
}
