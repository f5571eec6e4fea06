-- Searching, counting and keeping the logs (docs/decisions/0031-logs.md).

-- ── Values of the logs, as indexes hold them ─────────────────────────────────────────────────────────────────────
-- Every index that serves a filter holds a number made of the value, then the time: small, and one for all values.
-- Who asks compares the value itself too.
create function log_key(value text) returns bigint language sql immutable strict parallel safe
  as $$ select hashtextextended(lower(value), 0) $$;

-- What came of a row, in one text: what is chosen from short lists is looked for by it.
create function login_outcome(status text, login_type text, reason text) returns text
  language sql immutable parallel safe
  as $$ select status || '|' || login_type || '|' || coalesce(reason, '') $$;
create function operation_outcome(status text, operation text, target_type text, action text) returns text
  language sql immutable parallel safe
  as $$ select status || '|' || operation || '|' || coalesce(target_type, '') || '|' || action $$;

create index login_log_by_user_id on login_log (tenant_id, log_key(user_id), at, id);
create index login_log_by_address on login_log (tenant_id, log_key(host(address)), at, id);
create index login_log_by_user_agent on login_log (tenant_id, log_key(user_agent), at, id);
create index login_log_by_outcome on login_log (tenant_id, log_key(login_outcome(status, login_type, reason)), at, id);
create index login_log_by_request on login_log (tenant_id, log_key(request_id), at, id);

create index system_operation_log_by_operator on system_operation_log (tenant_id, log_key(operator_user_id), at, id);
create index system_operation_log_by_address on system_operation_log (tenant_id, log_key(host(address)), at, id);
create index system_operation_log_by_outcome
  on system_operation_log (tenant_id, log_key(operation_outcome(status, operation, target_type, action)), at, id);
create index system_operation_log_by_request on system_operation_log (tenant_id, log_key(request_id), at, id);

-- ── The values there are ─────────────────────────────────────────────────────────────────────────────────────────
-- A fragment is looked for among the different values, which are few, and the rows then by the values.
create table log_terms (
  tenant_id text not null references tenants,
  log text not null check (log in ('login', 'systemOperation')),
  field text not null,
  term text not null,
  search_text text not null generated always as (lower(term)) stored,
  primary key (tenant_id, log, field, term)
);
create index log_terms_by_fragments on log_terms
  using gin (tenant_id, search_text gin_trgm_ops, search_grams(search_text)) with (fastupdate = off);

create function note_login_terms() returns trigger language plpgsql as $$
begin
  insert into log_terms (tenant_id, log, field, term)
  select distinct w.tenant_id, 'login', t.field, t.term
  from written w cross join lateral (values
    ('userId', w.user_id), ('address', host(w.address)), ('userAgent', w.user_agent),
    ('outcome', login_outcome(w.status, w.login_type, w.reason))) t (field, term)
  where t.term <> ''
  order by 1, 2, 3, 4
  on conflict do nothing;
  return null;
end $$;
create trigger note_login_terms after insert on login_log
  referencing new table as written for each statement execute function note_login_terms();

create function note_operation_terms() returns trigger language plpgsql as $$
begin
  insert into log_terms (tenant_id, log, field, term)
  select distinct w.tenant_id, 'systemOperation', t.field, t.term
  from written w cross join lateral (values
    ('operator', w.operator_user_id), ('address', host(w.address)),
    ('outcome', operation_outcome(w.status, w.operation, w.target_type, w.action))) t (field, term)
  where t.term <> ''
  order by 1, 2, 3, 4
  on conflict do nothing;
  return null;
end $$;
create trigger note_operation_terms after insert on system_operation_log
  referencing new table as written for each statement execute function note_operation_terms();

-- ── How many there were ──────────────────────────────────────────────────────────────────────────────────────────
-- Rows in each half hour, counted by a job when the half hour is over; `counted_to` says how far.
create table log_counts (
  tenant_id text not null references tenants,
  log text not null check (log in ('login', 'systemOperation')),
  slot timestamptz not null,
  outcome text not null,
  rows integer not null,
  primary key (tenant_id, log, slot, outcome)
);
create table log_counted (
  tenant_id text not null references tenants,
  log text not null check (log in ('login', 'systemOperation')),
  counted_to timestamptz not null,
  primary key (tenant_id, log)
);

-- ── How long they are kept ───────────────────────────────────────────────────────────────────────────────────────
-- Without a row: as long as the deployment keeps logs. Never less than the longest period that can be searched.
create table log_retention (
  tenant_id text not null references tenants primary key,
  days integer not null check (days between 35 and 3650),
  changed_at timestamptz not null
);

do $$
declare t regclass;
begin
  foreach t in array array['log_terms', 'log_counts', 'log_counted', 'log_retention']::regclass[] loop
    call raise_wall(t);
  end loop;
end $$;

-- What was written before.
alter table login_log no force row level security;
alter table system_operation_log no force row level security;
alter table log_terms no force row level security;
insert into log_terms (tenant_id, log, field, term)
select distinct w.tenant_id, 'login', t.field, t.term from login_log w cross join lateral (values
  ('userId', w.user_id), ('address', host(w.address)), ('userAgent', w.user_agent),
  ('outcome', login_outcome(w.status, w.login_type, w.reason))) t (field, term)
where t.term <> '' on conflict do nothing;
insert into log_terms (tenant_id, log, field, term)
select distinct w.tenant_id, 'systemOperation', t.field, t.term from system_operation_log w cross join lateral (values
  ('operator', w.operator_user_id), ('address', host(w.address)),
  ('outcome', operation_outcome(w.status, w.operation, w.target_type, w.action))) t (field, term)
where t.term <> '' on conflict do nothing;
alter table login_log force row level security;
alter table system_operation_log force row level security;
alter table log_terms force row level security;

-- ── Behind the wall, with indexes ────────────────────────────────────────────────────────────────────────────────
-- As `searchable_users` (migration 0010): row-level security lets no operator that is not leakproof reach an index, so
-- these ask the tenant's question themselves. Nothing else is seen through them.
create policy across_tenants on login_log to portico_across using (true);
create policy across_tenants on system_operation_log to portico_across using (true);
create policy across_tenants on log_terms to portico_across using (true);
create policy across_tenants on log_counts to portico_across using (true);
create policy across_tenants on log_retention to portico_across using (true);
grant select, delete on login_log, system_operation_log, log_terms, log_counts to portico_across;
grant select on log_retention to portico_across;

create view searchable_login_log as select * from login_log where tenant_id = current_tenant();
create view searchable_system_operation_log as select * from system_operation_log where tenant_id = current_tenant();
create view searchable_log_terms as select * from log_terms where tenant_id = current_tenant();

-- Deletes rows that their tenant keeps no longer, and the counts of that time: at most about `batch` of each log and
-- tenant; answers how many. Whatever moment it is told, it deletes nothing that is younger by the database's own clock.
create function sweep_logs(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
  swept integer := 0;
  n integer;
begin
  for kept in
    select r.tenant_id, least(moment, now()) - make_interval(days => r.days) as since from public.log_retention r
  loop
    delete from public.login_log l using (
      select o.at, o.id from public.login_log o
      where o.tenant_id = kept.tenant_id and o.at < kept.since order by o.at, o.id limit batch) old
    where l.tenant_id = kept.tenant_id and l.at = old.at and l.id = old.id;
    get diagnostics n = row_count; swept := swept + n;
    delete from public.system_operation_log l using (
      select o.at, o.id from public.system_operation_log o
      where o.tenant_id = kept.tenant_id and o.at < kept.since order by o.at, o.id limit batch) old
    where l.tenant_id = kept.tenant_id and l.at = old.at and l.id = old.id;
    get diagnostics n = row_count; swept := swept + n;
    delete from public.log_counts c where c.tenant_id = kept.tenant_id and c.slot < kept.since - interval '30 minutes';
  end loop;
  return swept;
end $$;

grant create on schema public to portico_across;
do $$
declare name text;
begin
  foreach name in array array['searchable_login_log', 'searchable_system_operation_log', 'searchable_log_terms'] loop
    execute format('alter view %I owner to portico_across', name);
    execute format('revoke all on %I from public', name);
    execute format('grant select on %I to portico_app', name);
  end loop;
end $$;
alter function sweep_logs owner to portico_across;
revoke all on function sweep_logs from public;
grant execute on function sweep_logs to portico_app;
revoke create on schema public from portico_across;
