-- Values of the logs go with the last row that has them (docs/decisions/0031-logs.md): they are of people.
alter table log_terms add column checked_at timestamptz not null default now();
create index log_terms_by_check on log_terms (checked_at);
grant update on log_terms to portico_across;

-- Looks at values that were not looked at for a week, at most `batch`: those that no row has are deleted. Answers how
-- many it looked at. A value that a row brings back at the same moment comes again with the next row that has it.
create function sweep_log_terms(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  looked integer;
begin
  with seen as materialized (
    select t.tenant_id, t.log, t.field, t.term, case t.log || '.' || t.field
      when 'login.userId' then exists (
        select from public.login_log l where l.tenant_id = t.tenant_id and public.log_key(l.user_id) = public.log_key(t.term))
      when 'login.address' then exists (
        select from public.login_log l where l.tenant_id = t.tenant_id and public.log_key(host(l.address)) = public.log_key(t.term))
      when 'login.userAgent' then exists (
        select from public.login_log l where l.tenant_id = t.tenant_id and public.log_key(l.user_agent) = public.log_key(t.term))
      when 'systemOperation.operator' then exists (
        select from public.system_operation_log l
        where l.tenant_id = t.tenant_id and public.log_key(l.operator_user_id) = public.log_key(t.term))
      when 'systemOperation.address' then exists (
        select from public.system_operation_log l
        where l.tenant_id = t.tenant_id and public.log_key(host(l.address)) = public.log_key(t.term))
      -- Outcomes are of nobody, and few.
      else true end as used
    from (
      select s.* from public.log_terms s where s.checked_at < moment - interval '7 days'
      order by s.checked_at limit batch) t),
  gone as (
    delete from public.log_terms t using seen s
    where not s.used and t.tenant_id = s.tenant_id and t.log = s.log and t.field = s.field and t.term = s.term),
  kept as (
    update public.log_terms t set checked_at = moment from seen s
    where s.used and t.tenant_id = s.tenant_id and t.log = s.log and t.field = s.field and t.term = s.term)
  select count(*) into looked from seen;
  return looked;
end $$;

grant create on schema public to portico_across;
alter function sweep_log_terms owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function sweep_log_terms from public;
grant execute on function sweep_log_terms to portico_app;
