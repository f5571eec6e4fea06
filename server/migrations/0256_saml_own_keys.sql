-- Who has loaded our SAML metadata, and for which of our keys a provider last encrypted (docs/decisions/0256-saml-own-keys.md).
alter table saml_connections
  add column metadata_read_at timestamptz,
  add column encrypted_for text,
  add column encrypted_at timestamptz;
alter table saml_idp_certificates add column read_at timestamptz;
