-- cybozu.com as a provider: OAuth 2.0 without OpenID Connect. Who signs in is read from a record of the kintone app named here.
alter table openid_connections drop constraint openid_connections_kind_check;
alter table openid_connections add column subdomain text;
alter table openid_connections add column record_app integer check (record_app > 0);
alter table openid_connections add constraint openid_connections_kind_check check (
  kind in ('oidc', 'office365', 'cybozu')
  and (kind = 'cybozu') = (subdomain is not null) and (kind = 'cybozu') = (record_app is not null));
