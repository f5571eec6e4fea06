-- Mails that have left, or will not leave any more, are kept for 30 days without their content; then the hourly sweep
-- removes them. Content was kept of mails whose fate is uncertain: they are never sent again, so nobody needs it.
grant delete on mail_outbox to portico_across;

create or replace function mail_claim(batch integer, moment timestamptz) returns setof mail_outbox
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with lost as (
    update public.mail_outbox m set state = 'uncertain', claimed_until = null, sealed_content = ''::bytea
    where m.state = 'sending' and m.claimed_until < moment
    returning 1),
  due as (
    select m.tenant_id, m.mail_id from public.mail_outbox m
    where m.state = 'waiting' and m.next_attempt_at <= moment
    order by m.next_attempt_at limit batch for update skip locked)
  update public.mail_outbox m
  set state = 'sending', attempts = m.attempts + 1, claimed_until = moment + interval '2 minutes'
  from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
  returning m.*
$$;

create or replace function mail_settle(of_tenant text, of_mail uuid, new_state text, again_at timestamptz, failure text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_outbox m
  set state = new_state, next_attempt_at = coalesce(again_at, m.next_attempt_at), last_error = failure, claimed_until = null,
      sent_at = case when new_state = 'sent' then now() else m.sent_at end,
      -- What was mailed is not kept: it held one-time links.
      sealed_content = case when new_state = 'waiting' then m.sealed_content else ''::bytea end
  where m.tenant_id = of_tenant and m.mail_id = of_mail and m.state = 'sending'
$$;

create or replace function sweep_ended(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer := 0;
  n integer;
begin
  delete from public.oauth_artifacts where ctid = any (array(select ctid from public.oauth_artifacts where expires_at < moment limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.pending_sign_ins where ctid = any (array(select ctid from public.pending_sign_ins where expires_at < moment limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.one_time_codes where ctid = any (array(select ctid from public.one_time_codes where expires_at < moment - interval '30 days' limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.sessions where ctid = any (array(select ctid from public.sessions where coalesce(ended_at, expires_at) < moment - interval '90 days' limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.mail_outbox where ctid = any (array(select ctid from public.mail_outbox
    where state in ('sent', 'failed', 'uncertain') and coalesce(sent_at, next_attempt_at) < moment - interval '30 days' limit batch));
  get diagnostics n = row_count; swept := swept + n;
  return swept;
end $$;
