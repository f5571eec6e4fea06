-- Whose email addresses an OpenID provider may say (docs/decisions/0251). Empty: any.
alter table openid_connections
  add column enabled_domains text[] not null default '{}',
  add column disabled_domains text[] not null default '{}';
