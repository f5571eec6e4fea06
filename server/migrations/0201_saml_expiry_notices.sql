-- Emails before certificates expire (spec: expirationNotification): how many days before, and whom; null: none. A certificate
-- remembers how many days were left when it was last told of, so that each stage is told once.
alter table saml_sps
  add column notify_days integer check (notify_days between 1 and 365),
  add column notify_users uuid[] not null default '{}';
alter table saml_sp_certifications add column noticed_days integer;
alter table saml_idp_certificates add column noticed_days integer;
