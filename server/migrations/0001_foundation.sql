-- The wall (design.md, Agreements): every table carries tenant_id first in its key and in its unique indexes,
-- row-level security is forced, and the application works as portico_app, which owns nothing.
-- What belongs to the provider rather than to a tenant lives in the space '-', which no tenant can be named.

-- Rows are visible only inside the tenant that the transaction declared; with none declared, none are.
create function current_tenant() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '') $$;

create table tenants (
  tenant_id text not null primary key check (tenant_id ~ '^[a-z0-9]([a-z0-9-]{1,30})[a-z0-9]$' or tenant_id = '-'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  country text,
  region text not null,
  locale text not null,
  timezone text not null default 'Etc/UTC',
  security_policy jsonb not null default '{}',
  provisioning_policy jsonb not null default '{}',
  app_extension jsonb not null default '{}',
  user_extension_attribute_properties jsonb not null default '{}',
  custom_theme jsonb not null default '{}',
  user_count bigint not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  tenant_id text not null references tenants,
  uuid uuid not null,
  user_id text not null,
  user_id_key text not null generated always as (lower(user_id)) stored,
  family_name text not null default '',
  given_name text not null default '',
  status text not null default 'registering' check (status in ('registering', 'active', 'inactive', 'locked')),
  roles text[] not null default '{User}',
  department text not null default '',
  location text not null default '',
  description text not null default '',
  locale text,
  timezone text,
  login_mail_address text,
  login_mail_address_key text generated always as (lower(login_mail_address)) stored,
  next_login_mail_address text,
  next_login_mail_address_expires_at timestamptz,
  -- Among the accounts that share a login mail address, the one signed in to when no tenant is named.
  default_login boolean not null default false,
  app_extension jsonb not null default '{}',
  extension_attributes jsonb not null default '{}',
  source text not null default 'local' check (source in ('local', 'scim', 'directory', 'jit')),
  -- PIN: keyed hash, can be looked up but not read back.
  user_code_hash bytea,
  user_code_issued_at timestamptz,
  -- Account lock policy.
  failed_count integer not null default 0,
  failed_since timestamptz,
  -- Failures since the last success, whatever the policy says: at 100 the account stops until it is rescued.
  failed_streak integer not null default 0,
  locked_until timestamptz,
  -- Tokens and sessions from before this moment are worth nothing.
  signed_out_at timestamptz not null default '-infinity',
  logined_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint "duplicated_params_userId" unique (tenant_id, user_id_key),
  constraint "duplicated_params_loginMailAddress" unique (tenant_id, login_mail_address_key),
  constraint "duplicated_params_userCode" unique (tenant_id, user_code_hash)
);
-- Asked before a tenant is known: the accounts of an address.
create index users_by_login_mail_address on users (login_mail_address_key) where login_mail_address_key is not null;

create table user_mail_addresses (
  tenant_id text not null,
  user_uuid uuid not null,
  position integer not null,
  mail_address text not null,
  mail_address_key text not null generated always as (lower(mail_address)) stored,
  primary key (tenant_id, user_uuid, position),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index user_mail_addresses_by_key on user_mail_addresses (tenant_id, mail_address_key);

create table user_passwords (
  tenant_id text not null,
  user_uuid uuid not null,
  password_hash text not null,
  changed_at timestamptz not null,
  must_change boolean not null default false,
  primary key (tenant_id, user_uuid),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);

create table password_history (
  tenant_id text not null,
  user_uuid uuid not null,
  changed_at timestamptz not null,
  password_hash text not null,
  primary key (tenant_id, user_uuid, changed_at),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);

create table totps (
  tenant_id text not null,
  uuid uuid not null,
  user_uuid uuid not null,
  sealed_secret bytea not null,
  enabled boolean not null default false,
  -- The last time step accepted: each step is good once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index totps_by_user on totps (tenant_id, user_uuid);

create table recovery_codes (
  tenant_id text not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  consumed_at timestamptz,
  primary key (tenant_id, user_uuid, code_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);

create table onpremise_accounts (
  tenant_id text not null,
  uuid uuid not null,
  user_uuid uuid not null,
  device_type text not null,
  type text not null check (type in ('mfp_address_book', 'address_book', 'card')),
  index integer not null,
  -- Keyed hash of the card number or address-book id; the last characters help a person to tell two cards apart.
  value_hash bytea not null,
  hint text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint onpremise_account_place unique (tenant_id, user_uuid, device_type, type, index),
  constraint "duplicated_params_onpremiseAccounts" unique (tenant_id, device_type, type, value_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);

create table openid_provider_accounts (
  tenant_id text not null,
  uuid uuid not null,
  user_uuid uuid not null,
  op_id text not null,
  subject_sub_id text not null,
  display_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint other_idp_account_federated unique (tenant_id, op_id, subject_sub_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index openid_provider_accounts_by_user on openid_provider_accounts (tenant_id, user_uuid);

create table groups (
  tenant_id text not null references tenants,
  uuid uuid not null,
  group_id text not null,
  group_id_key text not null generated always as (lower(group_id)) stored,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint "duplicated_params_groupId" unique (tenant_id, group_id_key)
);

create table group_users (
  tenant_id text not null,
  group_uuid uuid not null,
  user_uuid uuid not null,
  primary key (tenant_id, group_uuid, user_uuid),
  foreign key (tenant_id, group_uuid) references groups on delete cascade,
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index group_users_by_user on group_users (tenant_id, user_uuid);

create table sessions (
  tenant_id text not null,
  session_id uuid not null,
  user_uuid uuid not null,
  secret_hash bytea not null,
  login_type text not null,
  -- Proofs given: 'password', 'totp', 'recoveryCode', 'ticket' …
  proofs text[] not null,
  -- The accounts this person proved to own in this sign-in: only these can be opened by ticket.
  proven_accounts jsonb not null default '[]',
  address inet,
  user_agent text not null default '',
  login_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Until when sensitive acts need no new proof.
  proved_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index sessions_by_user on sessions (tenant_id, user_uuid, login_at desc);
create index sessions_by_secret on sessions (tenant_id, secret_hash);

-- Sign-ins that wait for the account to be chosen, a second factor or a new password. The login id handed out is
-- "<space>.<secret>"; a sign-in whose account is still to be chosen waits in the space '-'.
create table pending_sign_ins (
  tenant_id text not null,
  login_hash bytea not null,
  step text not null check (step in ('selectAccounts', 'mfa', 'password')),
  user_uuid uuid,
  -- The accounts whose password matched.
  candidates jsonb not null default '[]',
  login_type text not null,
  proofs text[] not null,
  wrong_count integer not null default 0,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (tenant_id, login_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index pending_sign_ins_by_end on pending_sign_ins (tenant_id, expires_at);

-- Exchange codes (mailed), temporary codes (what they are traded for) and tickets. Bound to one purpose and user.
create table one_time_codes (
  tenant_id text not null,
  code_hash bytea not null,
  kind text not null check (kind in ('exchange', 'temporary', 'ticket')),
  purpose text not null,
  user_uuid uuid,
  data jsonb not null default '{}',
  wrong_count integer not null default 0,
  -- Set once the second factor was given, where the purpose asks for one.
  mfa_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index one_time_codes_by_user on one_time_codes (tenant_id, user_uuid, purpose);
create index one_time_codes_by_end on one_time_codes (tenant_id, expires_at);

create table signing_keys (
  tenant_id text not null,
  kid text not null,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  state text not null check (state in ('next', 'current', 'retired')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (tenant_id, kid)
);

create table oauth_clients (
  tenant_id text not null references tenants,
  -- "<tenant id>.<name>", so that a client id alone names its tenant.
  client_id text not null,
  name text not null,
  -- OAuth client metadata (RFC 7591 names), without the secret.
  metadata jsonb not null,
  secret_hash bytea,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, client_id)
);

-- What the OAuth provider remembers: grants, codes, tokens, device codes, interactions. The id is a secret: hashed.
create table oauth_artifacts (
  tenant_id text not null,
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_hash bytea,
  user_uuid uuid,
  session_id uuid,
  client_id text,
  uid_hash bytea,
  user_code_hash bytea,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (tenant_id, model, id_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index oauth_artifacts_by_id on oauth_artifacts (id_hash);
create index oauth_artifacts_by_grant on oauth_artifacts (grant_hash) where grant_hash is not null;
create index oauth_artifacts_by_uid on oauth_artifacts (uid_hash) where uid_hash is not null;
create index oauth_artifacts_by_user_code on oauth_artifacts (user_code_hash) where user_code_hash is not null;
create index oauth_artifacts_by_user on oauth_artifacts (tenant_id, user_uuid);
create index oauth_artifacts_by_end on oauth_artifacts (expires_at);

create table feature_toggles (
  tenant_id text not null,
  name text not null,
  active boolean not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, name)
);

create table maintenance_windows (
  tenant_id text not null,
  uuid uuid not null,
  -- Text by language; en is always there.
  title jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, uuid)
);

create table status_components (
  tenant_id text not null,
  component_id text not null,
  name text not null,
  status text not null check (status in ('operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance')),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, component_id)
);

create table operator_tokens (
  tenant_id text not null,
  token_hash bytea not null,
  name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, token_hash)
);

-- Counts of tries by account and by address. Losing them in a crash costs nothing: unlogged.
create unlogged table throttles (
  tenant_id text not null,
  key_hash bytea not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (tenant_id, key_hash)
);

create table mail_outbox (
  tenant_id text not null,
  mail_id uuid not null,
  receiver_uuid uuid,
  recipient text not null,
  kind text not null,
  locale text not null,
  -- Subject, text and html, sealed: it holds one-time links.
  sealed_content bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'uncertain')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (tenant_id, mail_id)
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where state in ('waiting', 'sending');

-- Logs, partitioned by month (UTC).
create table login_log (
  tenant_id text not null,
  at timestamptz not null,
  id uuid not null,
  user_uuid uuid,
  user_id text not null default '',
  login_type text not null,
  -- 'success' or 'error'; the reason is an error id.
  status text not null,
  reason text,
  address inet,
  user_agent text not null default '',
  session_id uuid,
  request_id text not null default '',
  primary key (tenant_id, at, id)
) partition by range (at);
create index login_log_by_user on login_log (tenant_id, user_uuid, at desc, id desc);

create table system_operation_log (
  tenant_id text not null,
  at timestamptz not null,
  id uuid not null,
  operation text not null,
  -- What was called: the contract's route, e.g. 'PUT /api/auth/me'.
  action text not null,
  status text not null,
  operator_uuid uuid,
  operator_user_id text not null,
  target_type text,
  target_id text,
  -- {field: {before, after}} of the changed fields.
  changes jsonb not null default '{}',
  address inet,
  request_id text not null default '',
  primary key (tenant_id, at, id)
) partition by range (at);
create index system_operation_log_by_target on system_operation_log (tenant_id, target_type, target_id, at desc);

create table browser_operation_log (
  tenant_id text not null,
  at timestamptz not null,
  id uuid not null,
  user_uuid uuid,
  entry jsonb not null,
  address inet,
  request_id text not null default '',
  primary key (tenant_id, at, id)
) partition by range (at);

-- ── The application role and the wall ────────────────────────────────────────────────────────────────────────────
do $$
begin
  if not exists (select from pg_roles where rolname = 'portico_app') then
    create role portico_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
  -- Owns the few functions that look across tenants. Nobody signs in as it and the application is not a member.
  if not exists (select from pg_roles where rolname = 'portico_across') then
    create role portico_across nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
end $$;
do $$
begin
  -- A plain owner must be a member to hand functions over; a superuser needs nothing.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant portico_app, portico_across to %I', current_user);
  end if;
end $$;

grant usage on schema public to portico_app;
grant usage, create on schema public to portico_across;

-- Puts a table behind the wall: called by every migration for every table it creates.
create procedure raise_wall(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy tenant_wall on %s to portico_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
  execute format('grant select, insert, update, delete on %s to portico_app', table_name);
end $$;
revoke all on procedure raise_wall from public;

do $$
declare t regclass;
begin
  for t in select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations' loop
    call raise_wall(t);
  end loop;
end $$;
-- Logs are written once: the application can add to them and read them, no more.
revoke update, delete on login_log, system_operation_log, browser_operation_log from portico_app;
revoke delete on tenants from portico_app;

-- Makes the log partitions of the months from `since` to `until` and drops those wholly before `keep_from`.
-- The application cannot create or drop tables: it asks here, and here only log partitions are touched.
create function keep_log_partitions(since timestamptz, until timestamptz, keep_from timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  log_name text;
  first_day date;
  partition_name text;
  old_partition record;
  touched integer := 0;
begin
  foreach log_name in array array['login_log', 'system_operation_log', 'browser_operation_log'] loop
    first_day := date_trunc('month', since)::date;
    while first_day <= until::date loop
      partition_name := log_name || '_' || to_char(first_day, 'YYYYMM');
      if to_regclass('public.' || partition_name) is null then
        execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
          partition_name, log_name, first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
        execute format('alter table public.%I enable row level security', partition_name);
        execute format('alter table public.%I force row level security', partition_name);
        touched := touched + 1;
      end if;
      first_day := (first_day + interval '1 month')::date;
    end loop;
    for old_partition in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('public.' || log_name)::regclass
        and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= keep_from
    loop
      execute format('drop table public.%I', old_partition.relname);
      touched := touched + 1;
    end loop;
  end loop;
  return touched;
end $$;
revoke all on function keep_log_partitions from public;
grant execute on function keep_log_partitions to portico_app;

-- The provider's own space.
alter table tenants no force row level security;
insert into tenants (tenant_id, name, region, locale) values ('-', 'Provider', 'na', 'en');
alter table tenants force row level security;
