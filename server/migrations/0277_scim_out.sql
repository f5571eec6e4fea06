-- Targets: apps to which users are provided by SCIM (docs/decisions/0277-scim-out.md).
create table provisioning_targets (
  tenant_id text not null references tenants,
  uuid uuid not null,
  name text not null,
  address text not null,
  sealed_token bytea not null,
  active boolean not null,
  stop_reason text check (stop_reason in ('administrator', 'failing')),
  stopped_at timestamptz,
  -- Whom it is for. `client_id` belongs to `app`; an app that is gone is for nobody.
  assignment text not null check (assignment in ('everyone', 'app', 'groups')),
  client_id text check ((assignment = 'app') = (client_id is not null)),
  on_removal text not null check (on_removal in ('deactivate', 'delete', 'leave')),
  max_leaving_percent integer check (max_leaving_percent between 1 and 100),
  -- Attributes and the fields that they are made of.
  mapping jsonb not null,
  -- What it says it can; null: not asked yet.
  patches boolean,
  -- The walk over the users: where it is (null: none under way), since when, what the log had then, and when the next may begin.
  pass_phase text check (pass_phase in ('users', 'gone')),
  pass_after uuid,
  pass_began_at timestamptz,
  passed_at timestamptz,
  pass_at timestamptz not null,
  read_writer bigint not null default 0,
  -- More wanted to leave than may, since then; and those who left within a day of `left_since`.
  held_at timestamptz,
  left_since timestamptz,
  left_count integer not null default 0,
  failures integer not null default 0,
  failing_since timestamptz,
  failed_at timestamptz,
  failure text,
  failure_status integer,
  held_until timestamptz not null,
  last_pushed_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz,
  served_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uuid),
  check (active = (stop_reason is null) and active = (stopped_at is null)),
  check ((pass_phase is null) = (pass_after is null))
);
call raise_wall('provisioning_targets');
create unique index provisioning_targets_by_name on provisioning_targets (tenant_id, lower(name));
create index provisioning_targets_active on provisioning_targets (held_until) where active;

create table provisioning_target_groups (
  tenant_id text not null,
  target_uuid uuid not null,
  group_uuid uuid not null,
  primary key (tenant_id, target_uuid, group_uuid),
  foreign key (tenant_id, target_uuid) references provisioning_targets on delete cascade,
  foreign key (tenant_id, group_uuid) references groups on delete cascade
);
create index provisioning_target_groups_of_group on provisioning_target_groups (tenant_id, group_uuid);
call raise_wall('provisioning_target_groups');

-- Users of a target, who may be deleted by now: so no foreign key to them. `print`: of what was attempted last. `sent`: the
-- attributes that the app has of ours. `match_id`: the account there that has the same user name and is not known to be theirs.
create table provisioned_users (
  tenant_id text not null,
  target_uuid uuid not null,
  user_uuid uuid not null,
  wanted text not null check (wanted in ('active', 'inactive', 'removed')),
  state text not null check (state in ('waiting', 'held', 'inStep', 'match', 'dead')),
  remote_id text,
  match_id text,
  match_external_id text,
  print text,
  sent text[] not null default '{}',
  tries integer not null default 0,
  next_at timestamptz not null,
  first_tried_at timestamptz,
  tried_at timestamptz,
  status integer,
  failure text,
  answer text,
  primary key (tenant_id, target_uuid, user_uuid),
  foreign key (tenant_id, target_uuid) references provisioning_targets on delete cascade
);
call raise_wall('provisioned_users');
create index provisioned_users_due on provisioned_users (tenant_id, target_uuid, next_at, user_uuid) where state = 'waiting';
create index provisioned_users_by_state on provisioned_users (tenant_id, target_uuid, state, user_uuid);

-- Whether there is such an app, and whether a user may use it: unlike `may_use_app`, an app that is not there is for nobody.
create function is_app(asked_tenant text, asked_client text) returns boolean language sql stable parallel safe as $$
  select exists (select from public.oauth_clients c where c.tenant_id = asked_tenant and c.client_id = asked_client)
$$;
create function is_user_of_app(asked_tenant text, asked_client text, asked_user uuid) returns boolean
  language sql stable parallel safe as $$
  select coalesce((
    select c.access = 'everyone' or public.is_assigned(asked_tenant, asked_client, asked_user)
    from public.oauth_clients c where c.tenant_id = asked_tenant and c.client_id = asked_client), false)
$$;
-- Whether a user is in one of the groups of a target, at any depth.
create function is_in_target_groups(asked_tenant text, asked_target uuid, asked_user uuid) returns boolean
  language sql stable parallel safe as $$
  select exists (
    select from public.group_users m
    join public.provisioning_target_groups g
      on g.tenant_id = m.tenant_id and g.target_uuid = asked_target and g.group_uuid = m.group_uuid
    where m.tenant_id = asked_tenant and m.user_uuid = asked_user)
  or exists (
    select from public.group_users m
    join public.group_ancestry n on n.tenant_id = m.tenant_id and n.descendant_uuid = m.group_uuid
    join public.provisioning_target_groups g
      on g.tenant_id = n.tenant_id and g.target_uuid = asked_target and g.group_uuid = n.ancestor_uuid
    where m.tenant_id = asked_tenant and m.user_uuid = asked_user)
$$;

do $$
declare t text;
begin
  foreach t in array array['provisioning_targets', 'provisioned_users'] loop
    execute format('create policy across_tenants on %I to portico_across using (true) with check (true)', t);
  end loop;
end $$;
grant select, update on provisioning_targets to portico_across;
grant select on provisioned_users to portico_across;

grant create on schema public to portico_across;

-- Claims targets that have something to do, the longest unserved first, of each tenant one: users are due, a walk is under
-- way, or one may begin since the log has something new or an hour has gone. `failing` as in `webhooks_claim`.
create function provisioning_targets_claim(moment timestamptz, until timestamptz, failing boolean, most integer)
  returns table (tenant_id text, uuid uuid, claim bigint)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with ready as materialized (
    select distinct on (w.tenant_id) w.tenant_id, w.uuid, w.served_at from public.provisioning_targets w
    where w.active and (w.failures > 0) = failing and w.held_until <= moment and (w.claimed_until is null or w.claimed_until <= moment)
      and exists (select from public.tenants t where t.tenant_id = w.tenant_id and t.status = 'active')
      and (
        w.pass_phase is not null
        or exists (select from public.provisioned_users u
          where u.tenant_id = w.tenant_id and u.target_uuid = w.uuid and u.state = 'waiting' and u.next_at <= moment)
        or (w.pass_at <= moment and (w.passed_at is null or w.passed_at <= moment - interval '1 hour'
          or exists (select from public.system_operation_log l
            where l.tenant_id = w.tenant_id and l.written_by >= w.read_writer and l.written_by < public.event_horizon()))))
    order by w.tenant_id, w.served_at),
  due as (
    select w.tenant_id, w.uuid from public.provisioning_targets w join ready r on r.tenant_id = w.tenant_id and r.uuid = w.uuid
    where w.claimed_until is null or w.claimed_until <= moment
    order by w.served_at limit most for update of w skip locked)
  update public.provisioning_targets w set claimed_until = until, claim = w.claim + 1, served_at = moment
  from due where w.tenant_id = due.tenant_id and w.uuid = due.uuid
  returning w.tenant_id, w.uuid, w.claim
$$;

-- As in 0264, and the tokens of targets.
create or replace function count_sealed_values() returns table (tenant_id text, place text, key_id text, amount bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.tenant_id, 'lookup_keys.sealed_key', public.key_id_of(t.sealed_key), count(*)
    from public.lookup_keys t group by 1, 3
  union all
  select t.tenant_id, 'signing_keys.sealed_private_jwk', public.key_id_of(t.sealed_private_jwk), count(*)
    from public.signing_keys t group by 1, 3
  union all
  select t.tenant_id, 'totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.totps t group by 1, 3
  union all
  select t.tenant_id, 'deleted_totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.deleted_totps t group by 1, 3
  union all
  select t.tenant_id, 'registration_urls.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.registration_urls t group by 1, 3
  union all
  select t.tenant_id, 'openid_connections.sealed_client_secret', public.key_id_of(t.sealed_client_secret), count(*)
    from public.openid_connections t group by 1, 3
  union all
  select t.tenant_id, 'webhooks.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.webhooks t group by 1, 3
  union all
  select t.tenant_id, 'webhooks.sealed_previous_secret', public.key_id_of(t.sealed_previous_secret), count(*)
    from public.webhooks t where t.sealed_previous_secret is not null group by 1, 3
  union all
  select t.tenant_id, 'provisioning_targets.sealed_token', public.key_id_of(t.sealed_token), count(*)
    from public.provisioning_targets t group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
$$;

do $$
declare f regprocedure;
begin
  foreach f in array array['provisioning_targets_claim(timestamptz, timestamptz, boolean, integer)']::regprocedure[] loop
    execute format('alter function %s owner to portico_across', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
