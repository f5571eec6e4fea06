-- Whether an address waits to be somebody's is asked for every user who gets one, by hand or by a file
-- (docs/decisions/0051-whose-address-it-is.md). Asked through `searchable_users` (0010), for `lower` is not leakproof. Who
-- waits for none costs it nothing.
create index users_by_waiting_address on users (tenant_id, lower(next_login_mail_address))
  where next_login_mail_address is not null;
