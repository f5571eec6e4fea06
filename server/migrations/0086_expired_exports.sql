-- Exports whose files are past their keeping leave a row with the status `expired` in the log of their tenant
-- (docs/decisions/0080). So they are deleted in a transaction of that tenant, which writes the row: this only says where
-- there are any, and the sweep across tenants takes the imports alone.
create function expired_exports(moment timestamptz, batch integer) returns table (tenant_id text, export_status_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.tenant_id, e.export_status_id from public.user_exports e
  where e.expires_at < moment and e.status not in ('accepting', 'processing')
  order by e.expires_at limit batch
$$;

create or replace function sweep_user_transfers(moment timestamptz, batch integer) returns integer
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
  return swept;
end $$;

grant create on schema public to portico_across;
alter function expired_exports owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function expired_exports from public;
grant execute on function expired_exports to portico_app;
