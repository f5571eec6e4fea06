-- Of those who are inactive now it is inferred for the last time, as the role that sees all tenants. By itself, because
-- adding the column keeps everybody from reading users until it is committed.
grant update (was_registering) on users to portico_across;
set local role portico_across;
update users u set was_registering = true
where u.status = 'inactive' and u.login_mail_address is null and u.next_login_mail_address is not null
  and not exists (select from last_sign_ins l where l.tenant_id = u.tenant_id and l.uuid = u.uuid and l.signed_in_at > '-infinity')
  and not exists (select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid);
reset role;
revoke update (was_registering) on users from portico_across;
