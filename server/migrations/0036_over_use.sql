-- Since when more of a licence is used than there is (docs/decisions/0038-services-view.md).

alter table licenses add column over_used_since timestamptz;

-- Who permits, or changes a licence, holds it and notes over-use in the same transaction. Users and devices that come,
-- go or change their roles hold nothing: when their counters changed is what the watch below goes by. No index has it,
-- so a counter costs what it did.
alter table user_counts add column changed_at timestamptz not null default now();
alter table device_counts add column changed_at timestamptz not null default now();

create function stamp_count() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger stamp_count before update on user_counts for each row execute function stamp_count();
create trigger stamp_count before update on device_counts for each row execute function stamp_count();

-- Brings `over_used_since` of a licence that is held in line with its use. With the rights of who asks.
create function note_over_use(license text, moment timestamptz) returns void language sql volatile as $$
  update licenses l set over_used_since = case when k.used > l.volume then moment end
  from license_use k
  where l.tenant_id = current_tenant() and l.license_id = license
    and k.tenant_id = l.tenant_id and k.license_id = l.license_id
    and (k.used > l.volume) <> (l.over_used_since is not null)
$$;

create policy across_tenants on device_counts to portico_across using (true);
grant select on device_counts to portico_across;
grant select on license_use to portico_across;

-- Does so for the licences of every tenant whose counters changed within the time before now. Licences that somebody
-- holds are left to who holds them, and to the next time. Answers how many it touched.
create function watch_over_use(moment timestamptz, within interval) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  touched integer := 0;
  l record;
begin
  for l in
    select k.tenant_id, k.license_id
    from public.licenses i
    join public.license_use k on k.tenant_id = i.tenant_id and k.license_id = i.license_id
    where i.tenant_id in (
        select tenant_id from public.user_counts where changed_at > clock_timestamp() - within
        union select tenant_id from public.device_counts where changed_at > clock_timestamp() - within)
      and (k.used > i.volume) <> (i.over_used_since is not null)
    order by 1, 2
  loop
    perform from public.licenses i where i.tenant_id = l.tenant_id and i.license_id = l.license_id for update skip locked;
    continue when not found;
    update public.licenses i set over_used_since = case when k.used > i.volume then moment end
    from public.license_use k
    where i.tenant_id = l.tenant_id and i.license_id = l.license_id
      and k.tenant_id = i.tenant_id and k.license_id = i.license_id
      and (k.used > i.volume) <> (i.over_used_since is not null);
    touched := touched + 1;
  end loop;
  return touched;
end $$;
grant create on schema public to portico_across;
alter function watch_over_use(timestamptz, interval) owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function watch_over_use(timestamptz, interval) from public;
grant execute on function watch_over_use(timestamptz, interval) to portico_app;
