-- One worker for all that leaves (docs/decisions/0071-deliveries.md). Mails and deliveries keep their tables, with what
-- waits in them, and are claimed, renewed, settled and counted by the same functions in one form of row. The version
-- before goes on by its own functions: the states and the rules of a claim are the same.

-- Claims look for what was cut off each time, and must not read all that waits to find it.
create index mail_outbox_sending on mail_outbox (claimed_until) where state = 'sending';
create index deliveries_sending on deliveries (claimed_until) where state = 'sending';
create index deliveries_due_of_kind on deliveries (kind, next_at) where state in ('waiting', 'uncertain');
create index mail_outbox_undelivered on mail_outbox (created_at) where state in ('failed', 'uncertain');
create index deliveries_dead on deliveries (created_at) where state = 'dead';
-- No version calls it.
drop function deliveries_settle;

grant create on schema public to portico_across;

-- Claims what is due of the kinds asked for, of each at most as many as are free. What a dead worker left is repeated
-- where that is harmless; a mail is not, for it may have arrived. Mails of suspended tenants wait (0023).
create function outbox_claim(kinds text[], free integer[], moment timestamptz, until timestamptz)
  returns table (
    tenant_id text, delivery_id uuid, kind text, target text, about text, content jsonb, sealed_content bytea,
    tries integer, give_up_at timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  free_mails integer := coalesce(free[array_position(kinds, 'mail')], 0);
begin
  if free_mails > 0 then
    update public.mail_outbox m
    set state = 'uncertain', claimed_until = null, sealed_content = ''::bytea, last_error = 'interrupted'
    where m.state = 'sending' and m.claimed_until < moment;
    return query
      with due as (
        select m.tenant_id, m.mail_id from public.mail_outbox m
        where m.state = 'waiting' and m.next_attempt_at <= moment
          and m.tenant_id <> all (array(select t.tenant_id from public.tenants t where t.status = 'suspended'))
        order by m.next_attempt_at limit free_mails for update skip locked)
      update public.mail_outbox m set state = 'sending', attempts = m.attempts + 1, claimed_until = until
      from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
      returning m.tenant_id, m.mail_id, 'mail'::text, m.recipient, m.kind, jsonb_build_object('locale', m.locale),
        m.sealed_content, m.attempts, null::timestamptz;
  end if;
  update public.deliveries d
  set state = 'uncertain', was_uncertain = true, claimed_until = null, last_error = 'interrupted', next_at = moment
  where d.state = 'sending' and d.claimed_until < moment;
  return query
    with due as (
      select one.tenant_id, one.delivery_id
      from unnest(kinds, free) wanted (kind, free)
      cross join lateral (
        select d.tenant_id, d.delivery_id from public.deliveries d
        where d.kind = wanted.kind and d.state in ('waiting', 'uncertain') and d.next_at <= moment
        order by d.next_at limit wanted.free for update skip locked) one)
    update public.deliveries d set state = 'sending', tries = d.tries + 1, claimed_until = until
    from due where d.tenant_id = due.tenant_id and d.delivery_id = due.delivery_id
    returning d.tenant_id, d.delivery_id, d.kind, d.target, d.target, d.content, null::bytea, d.tries, d.give_up_at;
end $$;

-- Keeps claims: each by its tenant, its id and the try it was claimed for.
create function outbox_renew(tenants text[], ids uuid[], of_tries integer[], until timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_outbox m set claimed_until = until
  from unnest(tenants, ids, of_tries) held (tenant_id, id, try)
  where m.tenant_id = held.tenant_id and m.mail_id = held.id and m.attempts = held.try and m.state = 'sending';
  update public.deliveries d set claimed_until = until
  from unnest(tenants, ids, of_tries) held (tenant_id, id, try)
  where d.tenant_id = held.tenant_id and d.delivery_id = held.id and d.tries = held.try and d.state = 'sending';
$$;

-- Ends a claim; false where it is no longer the worker's. A mail that is known to have left is noted as sent even so, and
-- what was mailed is not kept: it held one-time links. A target that does not answer is left in peace with the rest of
-- what waits for it, so that it costs one call and not one each.
create function outbox_settle(
  of_kind text, of_tenant text, of_id uuid, of_try integer, new_state text, again_at timestamptz, failure text,
  moment timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  the_target text;
begin
  if of_kind = 'mail' then
    update public.mail_outbox m
    set state = case new_state when 'delivered' then 'sent' when 'dead' then 'failed' else new_state end,
        next_attempt_at = coalesce(again_at, m.next_attempt_at), last_error = failure, claimed_until = null,
        sent_at = case when new_state = 'delivered' then moment else m.sent_at end,
        sealed_content = case when new_state = 'waiting' then m.sealed_content else ''::bytea end
    where m.tenant_id = of_tenant and m.mail_id = of_id and m.attempts = of_try
      and (m.state = 'sending' or m.state = 'uncertain' and new_state = 'delivered');
    return found;
  end if;
  update public.deliveries d
  set state = new_state, next_at = coalesce(again_at, d.next_at), claimed_until = null, last_error = failure,
      ended_at = case when again_at is null then moment end
  where d.tenant_id = of_tenant and d.delivery_id = of_id and d.tries = of_try and d.state in ('sending', 'uncertain')
  returning d.target into the_target;
  if not found then
    return false;
  end if;
  if again_at is not null then
    update public.deliveries d set next_at = again_at
    where d.tenant_id = of_tenant and d.target = the_target and d.kind = of_kind and d.state = 'waiting'
      and d.next_at < again_at;
  end if;
  return true;
end $$;

-- How many there are of each kind and state that an operator looks at.
create function outbox_count() returns table (kind text, state text, count bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.kind, d.state, count(*) from public.deliveries d where d.state <> 'delivered' group by 1, 2
  union all
  select 'mail', case m.state when 'failed' then 'dead' else m.state end, count(*) from public.mail_outbox m
  where m.state in ('waiting', 'sending') or m.state in ('failed', 'uncertain') group by 1, 2
$$;

-- What will not be tried again and has not arrived, or may not have, latest first: of all tenants, or of one. Never what
-- was in it, nor an address.
create function outbox_dead(of_tenant text, most integer)
  returns table (
    tenant_id text, delivery_id uuid, kind text, about text, state text, tries integer, created_at timestamptz,
    failure text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from (
    (select d.tenant_id, d.delivery_id, d.kind, d.target, d.state, d.tries, d.created_at, d.last_error
     from public.deliveries d
     where d.state = 'dead' and (of_tenant is null or d.tenant_id = of_tenant)
     order by d.created_at desc limit most)
    union all
    (select m.tenant_id, m.mail_id, 'mail', m.kind, case m.state when 'failed' then 'dead' else m.state end, m.attempts,
       m.created_at, m.last_error
     from public.mail_outbox m
     where m.state in ('failed', 'uncertain') and (of_tenant is null or m.tenant_id = of_tenant)
     order by m.created_at desc limit most)) one
  order by 7 desc, 2 limit most
$$;

do $$
declare f regprocedure;
begin
  foreach f in array array[
    'outbox_claim(text[], integer[], timestamptz, timestamptz)', 'outbox_renew(text[], uuid[], integer[], timestamptz)',
    'outbox_settle(text, text, uuid, integer, text, timestamptz, text, timestamptz)', 'outbox_count()',
    'outbox_dead(text, integer)']::regprocedure[] loop
    execute format('alter function %s owner to portico_across', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
