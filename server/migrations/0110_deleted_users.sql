-- Deleted users rest for 30 days (docs/decisions/0110-deleted-users.md): their rows really go, and what of them can come
-- back is kept here as it was. So nothing signs in, no seat is taken and no id or address is held, without anything asking.
create table deleted_users (
  tenant_id text not null references tenants,
  uuid uuid not null,
  user_id text not null,
  family_name text not null,
  given_name text not null,
  roles text[] not null,
  login_mail_address text,
  deleted_at timestamptz not null,
  -- The user id of who deleted; empty where the portal did by itself.
  deleted_by text not null,
  expires_at timestamptz not null,
  -- The row of `users`, and by table the rows that belonged to the account, as they were.
  account jsonb not null,
  belongings jsonb not null,
  primary key (tenant_id, uuid)
);
create index deleted_users_newest on deleted_users (tenant_id, deleted_at desc, uuid desc);
create index deleted_users_by_end on deleted_users (expires_at);
call raise_wall('deleted_users');

-- Their authenticator apps: in a table of their own, so that a change of the master key reaches the secrets.
create table deleted_totps (
  tenant_id text not null,
  uuid uuid not null,
  user_uuid uuid not null,
  sealed_secret bytea not null,
  enabled boolean not null,
  last_step bigint not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  wrong_count integer not null,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, user_uuid) references deleted_users on delete cascade
);
create index deleted_totps_by_user on deleted_totps (tenant_id, user_uuid);
call raise_wall('deleted_totps');

-- Puts rows back that were kept as JSON: the columns they have, where no other row is in the way; answers how many. Rows
-- kept before a column was added get its default.
create function put_back(place regclass, kept jsonb) returns integer language plpgsql as $$
declare
  batch record;
  columns text;
  n integer;
  done integer := 0;
begin
  for batch in
    select k.keys, jsonb_agg(r) as rows from jsonb_array_elements(kept) r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r) key) k group by k.keys
  loop
    select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
    where a.attrelid = place and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname = any (batch.keys);
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1) on conflict do nothing',
      place, columns) using batch.rows;
    get diagnostics n = row_count;
    done := done + n;
  end loop;
  return done;
end $$;

-- ── Across tenants ───────────────────────────────────────────────────────────────────────────────────────────────
create policy across_tenants on deleted_users to portico_across using (true);
create policy across_tenants on deleted_totps to portico_across using (true);
grant select, delete on deleted_users to portico_across;
grant select on deleted_totps to portico_across;

grant create on schema public to portico_across;
-- Deletes for good who is past the 30 days, at most `batch`; answers how many.
create function sweep_deleted_users(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare swept integer;
begin
  delete from public.deleted_users where ctid = any (array(
    select d.ctid from public.deleted_users d where d.expires_at < moment limit batch));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- That of 0069, with the secrets of deleted users.
create or replace function count_sealed_values() returns table (tenant_id text, place text, key_id text, amount bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.tenant_id, 'lookup_keys.sealed_key', public.key_id_of(t.sealed_key), count(*)
    from public.lookup_keys t group by 1, 3
  union all
  select t.tenant_id, 'signing_keys.sealed_private_jwk', public.key_id_of(t.sealed_private_jwk), count(*)
    from public.signing_keys t group by 1, 3
  union all
  select t.tenant_id, 'totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.totps t group by 1, 3
  union all
  select t.tenant_id, 'deleted_totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.deleted_totps t group by 1, 3
  union all
  select t.tenant_id, 'registration_urls.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.registration_urls t group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
$$;
alter function sweep_deleted_users(timestamptz, integer) owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function sweep_deleted_users(timestamptz, integer) from public;
grant execute on function sweep_deleted_users(timestamptz, integer) to portico_app;
