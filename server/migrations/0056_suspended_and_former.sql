-- ── Whose a registration URL is ──────────────────────────────────────────────────────────────────────────────────
-- A URL lets people in for as long as its maker may add users. One who was deleted stays known by a uuid that nobody has
-- any more, which is why nothing refers to users here.
alter table registration_urls add column created_by_uuid uuid;

create policy across_tenants on registration_urls to portico_across using (true);
grant select, update (created_by_uuid) on registration_urls to portico_across;
set local role portico_across;
update registration_urls r set created_by_uuid = u.uuid from users u
where u.tenant_id = r.tenant_id and u.user_id_key = lower(r.created_by) and u.created_at <= r.created_at;
reset role;
revoke select, update (created_by_uuid) on registration_urls from portico_across;
drop policy across_tenants on registration_urls;

-- The version before, which may still run, names the maker only.
create function note_maker() returns trigger language plpgsql as $$
begin
  new.created_by_uuid := (
    select u.uuid from users u where u.tenant_id = new.tenant_id and u.user_id_key = lower(new.created_by));
  return new;
end $$;
create trigger note_maker before insert on registration_urls for each row
  when (new.created_by_uuid is null) execute function note_maker();

-- ── Mails of a suspended tenant ──────────────────────────────────────────────────────────────────────────────────
-- They wait until it is active again; those of others do not stand behind them.
create or replace function mail_claim(batch integer, moment timestamptz) returns setof mail_outbox
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with lost as (
    update public.mail_outbox m set state = 'uncertain', claimed_until = null, sealed_content = ''::bytea
    where m.state = 'sending' and m.claimed_until < moment
    returning 1),
  due as (
    select m.tenant_id, m.mail_id from public.mail_outbox m
    where m.state = 'waiting' and m.next_attempt_at <= moment
      and m.tenant_id <> all (array(select t.tenant_id from public.tenants t where t.status = 'suspended'))
    order by m.next_attempt_at limit batch for update skip locked)
  update public.mail_outbox m
  set state = 'sending', attempts = m.attempts + 1, claimed_until = moment + interval '2 minutes'
  from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
  returning m.*
$$;
