-- Answers that a provider begins (docs/decisions/0223-saml-unasked.md), off at first; and how it qualifies the name that a
-- request to sign out has to repeat.
alter table saml_connections add column idp_initiated boolean not null default false;
alter table saml_provider_sessions
  add column name_qualifier text,
  add column sp_name_qualifier text;
