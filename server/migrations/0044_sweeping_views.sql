-- For searching by fragments in a tenant that has most of the rows there are (bench/NOTES.md):
-- as `searchable_users` (0010) and `searchable_devices` (0026), but written so that no index is asked for the tenant. In
-- the index of fragments the list of all rows of the tenant took longer to go through than those of the fragment.
create view sweepable_users as select * from users where (tenant_id = current_tenant()) is true;
create view sweepable_devices as select * from devices where (tenant_id = current_tenant()) is true;
grant create on schema public to portico_across;
alter view sweepable_users owner to portico_across;
alter view sweepable_devices owner to portico_across;
revoke create on schema public from portico_across;
revoke all on sweepable_users, sweepable_devices from public;
grant select on sweepable_users, sweepable_devices to portico_app;
