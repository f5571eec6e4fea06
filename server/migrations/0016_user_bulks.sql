-- Acts on all users that match a condition, when they are too many for one transaction: a job does them a thousand at a
-- time (docs/decisions/0026-user-bulks.md).
create table user_bulks (
  tenant_id text not null references tenants,
  bulk_id uuid not null,
  action text not null check (action in ('deactivate', 'activate', 'delete', 'signOut')),
  status text not null default 'processing' check (status in ('processing', 'completed', 'canceled', 'error')),
  users_total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  error_id text,
  operator_uuid uuid not null,
  operator_user_id text not null,
  address inet,
  request_id text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, bulk_id)
);
-- One at a time in a tenant.
create unique index user_bulks_at_work on user_bulks (tenant_id) where status = 'processing';
create index user_bulks_by_end on user_bulks (expires_at);

-- Up to a thousand users each, done in one transaction that stamps it. A row of its own for each of a million users
-- would cost more than what is done to them. No foreign key to users: they may be deleted meanwhile, or by it.
create table user_bulk_bites (
  tenant_id text not null,
  bulk_id uuid not null,
  -- Administrators come last, behind all the others: the bites of numbers from a million on.
  bite integer not null,
  user_uuids uuid[] not null,
  -- Of the same users, to name those who are gone.
  user_ids text[] not null,
  -- [{userId, message_id}]
  failures jsonb not null default '[]',
  done_at timestamptz,
  primary key (tenant_id, bulk_id, bite),
  foreign key (tenant_id, bulk_id) references user_bulks on delete cascade
);
call raise_wall('user_bulks');
call raise_wall('user_bulk_bites');

-- ── Across tenants ───────────────────────────────────────────────────────────────────────────────────────────────
create policy across_tenants on user_bulks to portico_across using (true);
grant select, delete on user_bulks to portico_across;

grant create on schema public to portico_across;
-- What a worker that died has left: asked when a worker starts.
create or replace function unfinished_user_transfers() returns table (tenant_id text, job text, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, 'user-import', i.import_id from public.user_imports i where i.status in ('checking', 'processing')
  union all
  select e.tenant_id, 'user-export', e.export_status_id from public.user_exports e where e.status in ('accepting', 'processing')
  union all
  select b.tenant_id, 'user-bulk', b.bulk_id from public.user_bulks b where b.status = 'processing'
$$;

-- Deletes what is past its keeping, a fiftieth of `batch` (each has up to a thousand bites); answers how many. Never what is being worked on.
create function sweep_user_bulks(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare swept integer;
begin
  delete from public.user_bulks where ctid = any (array(
    select b.ctid from public.user_bulks b where b.expires_at < moment and b.status <> 'processing' limit greatest(1, batch / 50)));
  get diagnostics swept = row_count;
  return swept;
end $$;
alter function sweep_user_bulks(timestamptz, integer) owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function sweep_user_bulks(timestamptz, integer) from public;
grant execute on function sweep_user_bulks(timestamptz, integer) to portico_app;
