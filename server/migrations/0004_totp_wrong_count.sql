-- Wrong codes given while a new TOTP waits to be activated: after ten the secret is deleted.
alter table totps add column wrong_count integer not null default 0;
