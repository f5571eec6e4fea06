-- The same as before (0225), but for a connection that is going to be switched off or deleted (sign-in/impact). The one
-- without stays for processes of the version before.
create function has_open_provider(
  tenant text, person uuid, saml boolean, openid boolean, listed text[], besides text
) returns boolean
  language sql stable
  as $$ select exists (
    select from openid_provider_accounts a
    where a.tenant_id = tenant and a.user_uuid = person and a.op_id is distinct from besides and (
      saml and exists (
        select from saml_connections c where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled)
      or openid and exists (
        select from openid_connections c
        where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled
          and (listed is null or c.op_id = any (listed))))) $$;
