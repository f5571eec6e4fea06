-- Which versions of the provider's terms of use each person has accepted, and when.
create table terms_acceptances (
  tenant_id text not null,
  user_uuid uuid not null,
  version text not null,
  accepted_at timestamptz not null,
  primary key (tenant_id, user_uuid, version),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
call raise_wall('terms_acceptances');
