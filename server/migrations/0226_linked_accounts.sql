-- The connection of a linked account: its protocol and its ID in addresses, by which people know it. None for a link whose
-- connection is gone; nobody signs in with it. Read with users (people/users/rows.ts).
create function connection_of(tenant text, link text) returns table (type text, id text)
  language sql stable
  as $$
    select 'openid', op_id from openid_connections where tenant_id = tenant and uuid::text = link
    union all
    select 'saml', saml_id from saml_connections where tenant_id = tenant and uuid::text = link $$;
