-- A user asks the administrators to register an app (decisions.md, `oauthConsumerRequests`).
create table app_requests (
  tenant_id text not null references tenants,
  request_id uuid not null,
  user_uuid uuid not null,
  name text not null,
  homepage text,
  redirect_uris text[] not null,
  purpose text not null,
  asked_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined')),
  decided_at timestamptz,
  reason text,
  primary key (tenant_id, request_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  check ((state = 'open') = (decided_at is null))
);
create index app_requests_of_user on app_requests (tenant_id, user_uuid, asked_at);
create index app_requests_open on app_requests (tenant_id, asked_at) where state = 'open';
call raise_wall('app_requests');
