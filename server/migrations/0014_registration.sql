-- Registration: mails to one, many or all that match, what became of each invitation, the tenant's own mail texts, and
-- the URLs behind which people register themselves (docs/decisions/0025-registration.md).

-- ── Sending to many ──────────────────────────────────────────────────────────────────────────────────────────────
-- Whom a mail goes to is written down first; a job sends and stamps, so that each mail goes once, whatever dies.
create table mail_runs (
  tenant_id text not null references tenants,
  uuid uuid not null,
  send_type text not null check (send_type in ('registration', 'loginMailAddressConfirmation', 'loginGuide', 'mfaGuide', 'userCode')),
  status text not null default 'processing' check (status in ('processing', 'completed', 'cancelled')),
  -- Of a registration mail: how long its link works.
  link_seconds integer,
  total integer not null,
  sent integer not null default 0,
  refused integer not null default 0,
  operator_uuid uuid not null,
  operator_user_id text not null,
  address inet,
  request_id text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, uuid)
);
create index mail_runs_by_type on mail_runs (tenant_id, send_type, uuid);
create index mail_runs_unfinished on mail_runs (tenant_id, uuid) where status = 'processing';
call raise_wall('mail_runs');

-- No foreign key to users: a user may be deleted before the mail goes, and then gets none.
create table mail_run_targets (
  tenant_id text not null,
  run_uuid uuid not null,
  user_uuid uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'cancelled')),
  -- Why it was not sent.
  reason text,
  primary key (tenant_id, run_uuid, user_uuid),
  foreign key (tenant_id, run_uuid) references mail_runs on delete cascade
);
create index mail_run_targets_waiting on mail_run_targets (tenant_id, run_uuid, user_uuid) where state = 'waiting';
create index mail_run_targets_refused on mail_run_targets (tenant_id, run_uuid, user_uuid) where state = 'refused';
call raise_wall('mail_run_targets');

-- Asked by a worker that starts: what a dead one left.
create policy across_tenants on mail_runs to portico_across using (true);
grant select on mail_runs to portico_across;
create function find_unfinished_mail_runs() returns table (tenant_id text, uuid uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.tenant_id, r.uuid from public.mail_runs r where r.status = 'processing' order by r.uuid
$$;
grant create on schema public to portico_across;
alter function find_unfinished_mail_runs() owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function find_unfinished_mail_runs() from public;
grant execute on function find_unfinished_mail_runs() to portico_app;

-- ── What became of each invitation ───────────────────────────────────────────────────────────────────────────────
create table registration_mails (
  tenant_id text not null,
  uuid uuid not null,
  user_uuid uuid not null,
  run_uuid uuid,
  mail_address text not null,
  -- The exchange code of the link, hashed as everywhere.
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  -- A newer one replaced it, or an administrator cancelled it.
  ended_reason text check (ended_reason in ('replaced', 'cancelled')),
  primary key (tenant_id, uuid),
  constraint registration_mail_code unique (tenant_id, code_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index registration_mails_by_user on registration_mails (tenant_id, user_uuid);
create index registration_mails_by_run on registration_mails (tenant_id, run_uuid, uuid) where run_uuid is not null;
create index registration_mails_open on registration_mails (tenant_id, uuid) where completed_at is null and ended_at is null;
call raise_wall('registration_mails');

-- ── The tenant's own mail texts ──────────────────────────────────────────────────────────────────────────────────
create table customized_mails (
  tenant_id text not null references tenants,
  type text not null,
  use boolean not null,
  mail_subject text not null,
  mail_body text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, type)
);
call raise_wall('customized_mails');

-- ── Registration URLs ────────────────────────────────────────────────────────────────────────────────────────────
create table registration_urls (
  tenant_id text not null references tenants,
  uuid uuid not null,
  -- Looked up by the hash; kept sealed besides, so that an administrator can copy the address again.
  secret_hash bytea not null,
  sealed_secret bytea not null,
  role text not null,
  enabled_domains text[] not null default '{}',
  users_limit integer not null check (users_limit > 0),
  -- A seat is taken with the user, in one transaction.
  users_count integer not null default 0 check (users_count between 0 and users_limit),
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, uuid),
  constraint registration_url_secret unique (tenant_id, secret_hash)
);
call raise_wall('registration_urls');
