-- As in 0001, but an old partition that is in use (0167 may be building its index) is left for the next hour: a drop that
-- waits has locked the log of all months.
create or replace function keep_log_partitions(since timestamptz, until timestamptz, keep_from timestamptz) returns integer
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
      begin
        perform set_config('lock_timeout', '1s', true);
        execute format('drop table public.%I', old_partition.relname);
        touched := touched + 1;
      exception when lock_not_available then null;
      end;
      perform set_config('lock_timeout', '0', true);
    end loop;
  end loop;
  return touched;
end $$;
