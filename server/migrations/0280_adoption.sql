-- Which users of the organization a source may take over when it provides them (docs/decisions/0280-adoption.md).
alter table provisioning_sources add column adoption text not null default 'never'
  check (adoption in ('never', 'address', 'userId'));
-- When a source took over a user who was there before. Their address to sign in with is not the source's to change.
alter table source_users add column adopted_at timestamptz;
alter table source_runs add column adopted integer not null default 0;
