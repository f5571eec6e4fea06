-- A migration of its own: 0090 changes the table, and all who sign in would wait until these rows are written. Written as
-- the role that sees all tenants: to lift the wall from the tables would make everybody wait.
grant update (created_at) on last_sign_ins to portico_across;
set local role portico_across;
update last_sign_ins l set created_at = u.created_at
from users u where u.tenant_id = l.tenant_id and u.uuid = l.uuid and l.signed_in_at = '-infinity';
reset role;
revoke update (created_at) on last_sign_ins from portico_across;
create index last_sign_ins_never on last_sign_ins (tenant_id, created_at, uuid) where signed_in_at = '-infinity';
