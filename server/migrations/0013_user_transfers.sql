-- Imports and exports of users (docs/decisions/0023-user-transfers.md). Files are kept here, so that any process can
-- read on where another stopped.

-- ── Imports ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table user_imports (
  tenant_id text not null references tenants,
  import_id uuid not null,
  kind text not null check (kind in ('format', 'directory', 'json')),
  status text not null check (status in ('accepting', 'checking', 'previewed', 'processing', 'completed', 'canceled', 'validation_error', 'error')),
  file_name text not null,
  file_bytes bigint not null default 0,
  -- Null until the file is there as a whole.
  received_at timestamptz,
  encoding text not null default 'utf-8',
  delimiter text not null default ',',
  columns jsonb not null default '[]',
  mapping jsonb not null default '{}',
  empty_cells text not null default 'clear' check (empty_cells in ('clear', 'keep')),
  -- Of JSON: one operation for all, and that right rows are carried out unasked.
  operation text,
  unasked boolean not null default false,
  confirm_count integer,
  -- What the preview found, by kind of row.
  counts jsonb,
  -- Of the phase under way.
  rows_total integer,
  rows_done integer not null default 0,
  bytes_read bigint not null default 0,
  phase_at timestamptz not null,
  -- The worker that reads the file just now: another one takes over only when it has been silent for seconds.
  claim uuid,
  claimed_at timestamptz,
  error_id text,
  error_field text,
  -- Who uploads, and what they might grant when they did; who carries it out may be somebody else.
  created_by uuid not null,
  created_by_user_id text not null,
  permissions text[] not null,
  operator_uuid uuid not null,
  operator_user_id text not null,
  address inet,
  request_id text not null default '',
  created_at timestamptz not null,
  confirmed_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, import_id)
);
-- One at a time in a tenant.
create unique index user_imports_at_work on user_imports (tenant_id) where status in ('checking', 'processing');
create index user_imports_by_end on user_imports (expires_at);

create table user_import_files (
  tenant_id text not null,
  import_id uuid not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, import_id, part),
  foreign key (tenant_id, import_id) references user_imports on delete cascade
);
alter table user_import_files alter column content set storage external;

-- The rows of a file as they were understood. No foreign key: a check for each of a million rows would tell nothing.
create table user_import_rows (
  tenant_id text not null,
  import_id uuid not null,
  row_no integer not null,
  kind text not null check (kind in ('create', 'update', 'delete', 'unchanged', 'wrong')),
  operation text not null,
  user_id text not null,
  -- The user who is there, else the one who will be.
  user_uuid uuid,
  -- What the file says of the user.
  given jsonb not null,
  -- Of an update: {field: {before, after}}.
  changes jsonb,
  -- What the user was when the row was looked at; what is carried out is what this says, or nothing.
  before jsonb,
  reasons jsonb not null default '[]',
  primary key (tenant_id, import_id, row_no)
);
create index user_import_rows_by_kind on user_import_rows (tenant_id, import_id, kind, row_no);

-- A thousand rows each, carried out in one transaction that stamps it.
create table user_import_bites (
  tenant_id text not null,
  import_id uuid not null,
  bite integer not null,
  done_at timestamptz,
  primary key (tenant_id, import_id, bite),
  foreign key (tenant_id, import_id) references user_imports on delete cascade
);

-- The mapping of a directory's columns, as it was last chosen.
create table user_import_mappings (
  tenant_id text not null primary key references tenants,
  mapping jsonb not null,
  empty_cells text not null
);

-- ── Exports ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table user_exports (
  tenant_id text not null references tenants,
  export_status_id uuid not null,
  status text not null check (status in ('accepting', 'processing', 'completed', 'canceled', 'error')),
  condition jsonb not null,
  -- The moment that "no sign-in for so many days" counts from.
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_user_id text not null,
  -- The extension attributes that anybody has: the others get no column. Null until it is planned.
  attributes text[],
  rows_total integer,
  rows_done integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  error_id text,
  primary key (tenant_id, export_status_id)
);
create index user_exports_by_end on user_exports (expires_at);

-- Each part holds the users that match behind one uuid and up to another, so that each of them is in exactly one.
create table user_export_parts (
  tenant_id text not null,
  export_status_id uuid not null,
  index integer not null,
  after_uuid uuid,
  up_to_uuid uuid,
  rows integer not null default 0,
  bytes bigint not null default 0,
  done_at timestamptz,
  primary key (tenant_id, export_status_id, index),
  foreign key (tenant_id, export_status_id) references user_exports on delete cascade
);

-- The gzipped file of a part, piece by piece.
create table user_export_pieces (
  tenant_id text not null,
  export_status_id uuid not null,
  index integer not null,
  piece integer not null,
  content bytea not null,
  primary key (tenant_id, export_status_id, index, piece),
  foreign key (tenant_id, export_status_id, index) references user_export_parts on delete cascade
);
alter table user_export_pieces alter column content set storage external;

do $$
declare t regclass;
begin
  foreach t in array array['user_imports', 'user_import_files', 'user_import_rows', 'user_import_bites',
    'user_import_mappings', 'user_exports', 'user_export_parts', 'user_export_pieces']::regclass[] loop
    call raise_wall(t);
  end loop;
end $$;

-- ── Across tenants ───────────────────────────────────────────────────────────────────────────────────────────────
create policy across_tenants on user_imports to portico_across using (true);
create policy across_tenants on user_exports to portico_across using (true);
create policy across_tenants on user_import_rows to portico_across using (true);
create policy across_tenants on user_import_files to portico_across using (true);
grant select, delete on user_imports, user_exports, user_import_rows, user_import_files to portico_across;

-- What a worker that died has left: asked when a worker starts.
create function unfinished_user_transfers() returns table (tenant_id text, job text, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, 'user-import', i.import_id from public.user_imports i where i.status in ('checking', 'processing')
  union all
  select e.tenant_id, 'user-export', e.export_status_id from public.user_exports e where e.status in ('accepting', 'processing')
$$;

-- Deletes what is past its keeping, at most `batch` rows of each kind; answers how many. Never what is being worked on.
create function sweep_user_transfers(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended record;
  swept integer := 0;
  n integer;
begin
  for ended in
    select i.tenant_id, i.import_id from public.user_imports i
    where i.expires_at < moment and i.status not in ('checking', 'processing') order by i.expires_at limit 20
  loop
    delete from public.user_import_rows where ctid = any (array(
      select r.ctid from public.user_import_rows r
      where r.tenant_id = ended.tenant_id and r.import_id = ended.import_id limit batch));
    get diagnostics n = row_count; swept := swept + n;
    if n < batch then
      delete from public.user_imports i where i.tenant_id = ended.tenant_id and i.import_id = ended.import_id;
    end if;
    if swept >= batch then return swept; end if;
  end loop;
  delete from public.user_exports where ctid = any (array(
    select e.ctid from public.user_exports e
    where e.expires_at < moment and e.status not in ('accepting', 'processing') limit batch));
  get diagnostics n = row_count; swept := swept + n;
  return swept;
end $$;

grant create on schema public to portico_across;
do $$
declare f text;
begin
  foreach f in array array['unfinished_user_transfers', 'sweep_user_transfers'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
