-- Whether a user is linked to an identity provider that signs them in under a sign-in policy, which need not be saved yet
-- (sign-in/impact/barriers.ts): a connection that is enabled, of a protocol that is open to them, and listed where only
-- some are. `listed`: IDs of OpenID providers; null: all.
create function has_open_provider(tenant text, person uuid, saml boolean, openid boolean, listed text[]) returns boolean
  language sql stable
  as $$ select exists (
    select from openid_provider_accounts a
    where a.tenant_id = tenant and a.user_uuid = person and (
      saml and exists (
        select from saml_connections c where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled)
      or openid and exists (
        select from openid_connections c
        where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled
          and (listed is null or c.op_id = any (listed))))) $$;
