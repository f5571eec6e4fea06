-- Management tokens that read the events of the tenant and belong to no source (docs/decisions/0264-webhooks.md).
alter table management_tokens drop constraint management_tokens_scopes_check;
alter table management_tokens add constraint management_tokens_scopes_check
  check (scopes <@ array['scim', 'logs'] and scopes <> '{}');
alter table management_tokens alter column source_uuid drop not null;
alter table management_tokens add constraint management_tokens_source
  check ((source_uuid is null) <> ('scim' = any (scopes)));
