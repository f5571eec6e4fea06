-- Which mail of the outbox it was, so that it can be said what became of it, and so that one that still waits can be taken
-- back. No foreign keys: the outbox keeps ended mails for 30 days only. The version before leaves these columns empty.
alter table registration_mails add column mail_id uuid;
alter table mail_run_targets add column mail_id uuid;

-- Why a mail that was handed over did not arrive, or may not have: 'mailFailed', 'mailUncertain', 'takenBack',
-- 'cancelled'. Kept here, for as long as the run is; `state` stays 'sent'.
alter table mail_run_targets add column undelivered text;
create index mail_run_targets_by_mail on mail_run_targets (tenant_id, mail_id) where mail_id is not null;
create index mail_run_targets_undelivered on mail_run_targets (tenant_id, run_uuid, user_uuid)
  where undelivered is not null;

-- The mails to somebody that still wait.
create index mail_outbox_waiting_to on mail_outbox (tenant_id, receiver_uuid) where state = 'waiting';

-- Whoever ends or takes back a mail, the run it belongs to knows of it in the same transaction.
create policy across_tenants on mail_run_targets to portico_across using (true);
grant select, update (undelivered) on mail_run_targets to portico_across;
create function note_undelivered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.mail_run_targets t
  set undelivered = case when tg_op = 'DELETE' then 'takenBack' when new.state = 'failed' then 'mailFailed' else 'mailUncertain' end
  where t.tenant_id = old.tenant_id and t.mail_id = old.mail_id;
  return null;
end $$;
create trigger note_undelivered after update of state on mail_outbox for each row
  when (new.state in ('failed', 'uncertain') and new.state <> old.state) execute function note_undelivered();
create trigger note_taken_back after delete on mail_outbox for each row
  when (old.state = 'waiting') execute function note_undelivered();
