-- The provider's own applications are marked: they do not ask. Those that belong to a service were given to it by the
-- provider. The version before does not ask at all.
alter table oauth_clients add column first_party boolean not null default false;
alter table oauth_clients no force row level security;
update oauth_clients set first_party = true where service_class is not null;
alter table oauth_clients force row level security;

-- Which scopes a person has let an application have (docs/decisions/0063-consent.md): one row, all that was allowed so far.
create table oauth_consents (
  tenant_id text not null,
  user_uuid uuid not null,
  client_id text not null,
  scopes text[] not null,
  since timestamptz not null,
  -- When the person was asked last: `prompt=consent` wants an answer that is newer than the question.
  answered_at timestamptz not null,
  primary key (tenant_id, user_uuid, client_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  foreign key (tenant_id, client_id) references oauth_clients on delete cascade
);
create index oauth_consents_by_client on oauth_consents (tenant_id, client_id);
call raise_wall('oauth_consents');
