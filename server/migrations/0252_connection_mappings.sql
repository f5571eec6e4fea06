-- What a connection to an identity provider says of users becomes fields and groups of theirs (docs/decisions/0252).
-- `last_test`: what it said in the last test that passed, for the example on the page. `connection`: an OpenID provider
-- or a SAML connection, which deletes it.
create table connection_mappings (
  tenant_id text not null references tenants,
  connection uuid not null,
  mapped_fields jsonb not null default '[]',
  mapped_groups jsonb not null default '[]',
  every_sign_in boolean not null default false,
  last_test jsonb,
  last_test_at timestamptz,
  primary key (tenant_id, connection)
);
call raise_wall('connection_mappings');
