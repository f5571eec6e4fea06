-- Events from before are not sent to a webhook. The place where it begins to read may be before what was written beside a
-- transaction that was open then.
alter table webhooks add column sent_from timestamptz not null default '-infinity';
