-- Which application somebody signed in to by Portico (docs/decisions/0064-app-sign-ins.md): its client id, and its name as
-- it was then.
alter table login_log add column client_id text, add column client_name text;
create or replace view searchable_login_log as select * from login_log where tenant_id = current_tenant();
