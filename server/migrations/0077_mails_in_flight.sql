-- Mails in flight when their sender dies are judged within ten seconds: a claim is short, and renewed while it is worked
-- on. The version before claims for two minutes by mail_claim, and goes on as it did.
grant create on schema public to portico_across;

create function mail_claim_for(batch integer, moment timestamptz, seconds integer) returns setof mail_outbox
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
  set state = 'sending', attempts = m.attempts + 1, claimed_until = moment + make_interval(secs => seconds)
  from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
  returning m.*
$$;

create function mail_renew(of_tenant text, of_mail uuid, until timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_outbox m set claimed_until = until
  where m.tenant_id = of_tenant and m.mail_id = of_mail and m.state = 'sending'
$$;

-- A sender that could not renew its claim, for the database was away, still knows that the mail was sent.
create or replace function mail_settle(of_tenant text, of_mail uuid, new_state text, again_at timestamptz, failure text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_outbox m
  set state = new_state, next_attempt_at = coalesce(again_at, m.next_attempt_at), last_error = failure, claimed_until = null,
      sent_at = case when new_state = 'sent' then now() else m.sent_at end,
      -- What was mailed is not kept: it held one-time links.
      sealed_content = case when new_state = 'waiting' then m.sealed_content else ''::bytea end
  where m.tenant_id = of_tenant and m.mail_id = of_mail
    and (m.state = 'sending' or m.state = 'uncertain' and new_state = 'sent')
$$;

create function note_delivered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.mail_run_targets t set undelivered = null
  where t.tenant_id = old.tenant_id and t.mail_id = old.mail_id and t.undelivered = 'mailUncertain';
  return null;
end $$;

do $$
declare f text;
begin
  foreach f in array array['mail_claim_for(integer, timestamptz, integer)', 'mail_renew(text, uuid, timestamptz)'] loop
    execute format('alter function %s owner to portico_across', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;

create trigger note_delivered after update of state on mail_outbox for each row
  when (old.state = 'uncertain' and new.state = 'sent') execute function note_delivered();
