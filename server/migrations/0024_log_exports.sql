-- Exports of the logs, beside those of users (docs/decisions/0031-logs.md).
alter table user_exports add column kind text not null default 'users' check (kind in ('users', 'logs'));
-- Where a part of a log begins and ends: after_uuid and up_to_uuid are the ids at these moments.
alter table user_export_parts
  add column after_at timestamptz,
  add column up_to_at timestamptz,
  -- SHA-256 of the file as it is when it is unpacked.
  add column sha256 bytea;

grant create on schema public to portico_across;
create or replace function unfinished_user_transfers() returns table (tenant_id text, job text, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, 'user-import', i.import_id from public.user_imports i where i.status in ('checking', 'processing')
  union all
  select e.tenant_id, case e.kind when 'logs' then 'log-export' else 'user-export' end, e.export_status_id
  from public.user_exports e where e.status in ('accepting', 'processing')
  union all
  select b.tenant_id, 'user-bulk', b.bulk_id from public.user_bulks b where b.status = 'processing'
$$;
revoke create on schema public from portico_across;
