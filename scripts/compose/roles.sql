-- The roles of Portico's database, made by the database image at its first start (compose.yaml) or by hand with psql.
-- Nobody but the image's own superuser is one: `portico` owns the tables and migrates them, `portico_app` is what the
-- application signs in as. It owns nothing, is a member of nothing and stays behind the tenant wall: `set role none`
-- leaves it what it is.
\getenv owner_password PORTICO_OWNER_PASSWORD
\getenv app_password PORTICO_APP_PASSWORD
create role portico login nosuperuser nocreatedb nocreaterole nobypassrls password :'owner_password';
create role portico_app login nosuperuser nocreatedb nocreaterole nobypassrls password :'app_password';
create role portico_across nologin nosuperuser nocreatedb nocreaterole nobypassrls;
-- The first migration hands functions over to portico_across, for which an owner must be a member.
grant portico_app, portico_across to portico with admin option;
create database portico owner portico;
revoke all on database portico from public;
grant connect, temporary on database portico to portico_app;
