import { sql } from 'kysely';
import type { AdoptableUser } from '#contract/provisioning/adoption.ts';
import type { Adoption, AdoptionKind } from '#contract/provisioning/values.ts';
import { agentPrefix } from '#contract/rules.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { drafted, type Exclusions, isExcluded } from '../exclusions/exclusions.ts';

export interface JudgedRow {
  kind: AdoptionKind;
  total: number;
  users: (Omit<AdoptableUser, 'mailAddress'> & { mailAddress: string | null })[] | null;
}

interface Asked extends Exclusions {
  adoption: Exclude<Adoption, 'never'>;
  kind: AdoptionKind;
  /** Of the rule `address`: the domains in which it counts. */
  domains: readonly string[];
}

/** How many users there are of each kind, in the order in which `adopt` refuses them, and the first of one kind. */
export function judgeAll(tx: Tx, asked: Asked, limit: number): Promise<JudgedRow[]> {
  const { adoption, kind, domains } = asked;
  const needsAddress = adoption === 'address';
  return ask(
    tx,
    sql<JudgedRow>`
      with judged as materialized (
        select u.uuid, u.user_id_key, case
          when exists (select from role_grants r where r.user_uuid = u.uuid) then 'administrator'
          when u.source <> 'local' or exists (select from source_users s where s.user_uuid = u.uuid) then 'elsewhere'
          when u.status = 'inactive' then 'inactive'
          when ${isExcluded} then 'excluded'
          when ${needsAddress} and (u.login_mail_address_key is null
            or split_part(u.login_mail_address_key, '@', -1) <> all (${domains}::text[])) then 'address'
          else 'possible' end as kind
        from users u cross join ${drafted(asked)}
        where u.user_id_key not like ${`${agentPrefix}%`})
      select j.kind, count(*)::integer as total, case j.kind when ${kind} then (
        select jsonb_agg(jsonb_build_object('uuid', u.uuid, 'userId', u.user_id, 'familyName', u.family_name,
          'givenName', u.given_name, 'mailAddress', u.login_mail_address, 'status', u.status) order by u.user_id_key)
        from (select uuid from judged where kind = ${kind} order by user_id_key limit ${limit}) f
        join users u on u.uuid = f.uuid) end as users
      from judged j group by j.kind`,
  );
}
