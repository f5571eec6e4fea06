-- An account that an administrator has named signs no administrator in (0246): it is no way in for one. Both versions.
create or replace function has_open_provider(tenant text, person uuid, saml boolean, openid boolean, listed text[])
  returns boolean
  language sql stable
  as $$ select exists (
    select from openid_provider_accounts a
    where a.tenant_id = tenant and a.user_uuid = person
      and not (a.named is true and exists (
        select from users u where u.tenant_id = tenant and u.uuid = person and is_administrator(u.roles)))
      and (
        saml and exists (
          select from saml_connections c where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled)
        or openid and exists (
          select from openid_connections c
          where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled
            and (listed is null or c.op_id = any (listed))))) $$;

create or replace function has_open_provider(
  tenant text, person uuid, saml boolean, openid boolean, listed text[], besides text
) returns boolean
  language sql stable
  as $$ select exists (
    select from openid_provider_accounts a
    where a.tenant_id = tenant and a.user_uuid = person and a.op_id is distinct from besides
      and not (a.named is true and exists (
        select from users u where u.tenant_id = tenant and u.uuid = person and is_administrator(u.roles)))
      and (
        saml and exists (
          select from saml_connections c where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled)
        or openid and exists (
          select from openid_connections c
          where c.tenant_id = tenant and c.uuid::text = a.op_id and c.enabled
            and (listed is null or c.op_id = any (listed))))) $$;
