-- Days before its end at which administrators were last told of a certificate of an identity provider.
alter table saml_certificates add column noticed_days integer;
