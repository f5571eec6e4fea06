-- Encrypted assertions (docs/decisions/0222-saml-encryption.md). `accepts_cbc`: whether answers encrypted by AES-CBC are taken,
-- which says nothing of whether they were changed. `use`: what a certificate of a service provider is for.
alter table saml_connections add column accepts_cbc boolean not null default false;
alter table saml_sp_certifications add column use text not null default 'signing';
alter table saml_sp_certifications add constraint saml_sp_certifications_use_check
  check (use in ('signing', 'encryption', 'both')) not valid;
