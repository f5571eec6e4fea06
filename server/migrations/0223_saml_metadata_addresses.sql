-- Where metadata of a provider or an app can be read again (docs/decisions/0224-saml-metadata-by-address.md).
alter table saml_connections add column metadata_url text;
alter table saml_sps add column metadata_url text;
