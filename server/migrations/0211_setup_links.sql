-- Links with which a customer's IT sets up one connection without an account (docs/decisions/0211-setup-links.md). A link
-- opens once, in one browser, which gets a secret of its own. It goes with its connection.
create table connection_setup_links (
  tenant_id text not null references tenants,
  uuid uuid not null,
  saml_connection uuid,
  openid_connection uuid,
  link_hash bytea not null,
  browser_hash bytea,
  created_by text not null,
  created_by_uuid uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  completed_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, uuid),
  unique (tenant_id, link_hash),
  unique (tenant_id, browser_hash),
  foreign key (tenant_id, saml_connection) references saml_connections on delete cascade,
  foreign key (tenant_id, openid_connection) references openid_connections on delete cascade,
  check (num_nonnulls(saml_connection, openid_connection) = 1),
  check ((browser_hash is null) = (opened_at is null))
);
create index connection_setup_links_of_saml on connection_setup_links (tenant_id, saml_connection);
create index connection_setup_links_of_openid on connection_setup_links (tenant_id, openid_connection);
call raise_wall('connection_setup_links');

-- A test that was begun with a link; the browser comes back to the link's page.
alter table federated_requests
  add column setup_link uuid,
  add foreign key (tenant_id, setup_link) references connection_setup_links on delete cascade;
create index federated_requests_of_setup_link on federated_requests (tenant_id, setup_link) where setup_link is not null;
