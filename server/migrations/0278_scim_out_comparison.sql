-- Comparing a target's users with those its app has: a dry run before it is on, and later what has drifted
-- (docs/decisions/0277-scim-out.md).
alter table provisioning_targets
  -- Null: never compared. `reading` what the app has, `users` and `rest` compare, `clearing` and `emptying` forget what was read.
  add column compare_state text check (compare_state in ('clearing', 'reading', 'users', 'rest', 'emptying', 'done', 'failed')),
  add column compare_after text,
  add column compare_read integer not null default 0,
  add column compare_total integer,
  add column compare_tries integer not null default 0,
  add column compare_at timestamptz,
  add column compare_began_at timestamptz,
  add column compare_ended_at timestamptz,
  add column compare_counts jsonb not null default '{}',
  add column compare_failure text,
  add column compare_status integer,
  add column compare_answer text;
create index provisioning_targets_comparing on provisioning_targets (compare_at) where compare_at is not null;

-- What an app has, while it is compared. `known`: it belongs to a user here, or has the name of one.
create table provisioned_remotes (
  tenant_id text not null,
  target_uuid uuid not null,
  remote_id text not null collate "C",
  external_id text,
  user_name text not null,
  user_name_key text not null,
  active boolean not null,
  facts jsonb not null,
  known boolean not null default false,
  primary key (tenant_id, target_uuid, remote_id),
  foreign key (tenant_id, target_uuid) references provisioning_targets on delete cascade
);
call raise_wall('provisioned_remotes');
create index provisioned_remotes_by_external_id on provisioned_remotes (tenant_id, target_uuid, external_id) where external_id is not null;
create index provisioned_remotes_by_user_name on provisioned_remotes (tenant_id, target_uuid, user_name_key);
create index provisioned_users_by_remote_id on provisioned_users (tenant_id, target_uuid, remote_id) where remote_id is not null;

-- What a comparison found, of each kind the first thousand.
create table provisioned_differences (
  tenant_id text not null,
  target_uuid uuid not null,
  kind text not null check (kind in ('create', 'change', 'leave', 'match', 'noUserName', 'unknown')),
  id text not null collate "C",
  user_uuid uuid,
  remote_id text,
  name text not null,
  fields text[] not null default '{}',
  primary key (tenant_id, target_uuid, kind, id),
  foreign key (tenant_id, target_uuid) references provisioning_targets on delete cascade
);
call raise_wall('provisioned_differences');

grant create on schema public to portico_across;

-- As in 0277, and targets that are to be compared, whether they are on or not.
create or replace function provisioning_targets_claim(moment timestamptz, until timestamptz, failing boolean, most integer)
  returns table (tenant_id text, uuid uuid, claim bigint)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with ready as materialized (
    select distinct on (w.tenant_id) w.tenant_id, w.uuid, w.served_at from public.provisioning_targets w
    where (w.failures > 0) = failing and (w.claimed_until is null or w.claimed_until <= moment)
      and exists (select from public.tenants t where t.tenant_id = w.tenant_id and t.status = 'active')
      and (
        w.compare_at <= moment
        or (w.active and w.held_until <= moment and (
          w.pass_phase is not null
          or exists (select from public.provisioned_users u
            where u.tenant_id = w.tenant_id and u.target_uuid = w.uuid and u.state = 'waiting' and u.next_at <= moment)
          or (w.pass_at <= moment and (w.passed_at is null or w.passed_at <= moment - interval '1 hour'
            or exists (select from public.system_operation_log l
              where l.tenant_id = w.tenant_id and l.written_by >= w.read_writer and l.written_by < public.event_horizon()))))))
    order by w.tenant_id, w.served_at),
  due as (
    select w.tenant_id, w.uuid from public.provisioning_targets w join ready r on r.tenant_id = w.tenant_id and r.uuid = w.uuid
    where w.claimed_until is null or w.claimed_until <= moment
    order by w.served_at limit most for update of w skip locked)
  update public.provisioning_targets w set claimed_until = until, claim = w.claim + 1, served_at = moment
  from due where w.tenant_id = due.tenant_id and w.uuid = due.uuid
  returning w.tenant_id, w.uuid, w.claim
$$;
revoke create on schema public from portico_across;
