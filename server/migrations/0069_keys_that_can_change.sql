-- ── Look-up keys ─────────────────────────────────────────────────────────────────────────────────────────────────
-- PINs, cards and recovery codes are hashed under keys that are kept here, sealed by the master key: changing that one
-- re-seals these rows and leaves the hashes alone. Rank 1 hashes what is new; what the others hashed is still found.
create table lookup_keys (
  tenant_id text not null,
  purpose text not null,
  rank integer not null,
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, purpose, rank)
);
call raise_wall('lookup_keys');

-- True: HMAC under a look-up key. False: bare SHA-256, as the version before stores it; converted by a job.
alter table recovery_codes add column keyed boolean not null default false;

-- ── What is sealed under which key ───────────────────────────────────────────────────────────────────────────────
-- portico_across sees the sealed columns to count them by the key id in their first bytes; nothing else leaves it. The
-- tables are those of server/src/secrets/sealed-columns.ts: a test holds both together.
create policy across_tenants on lookup_keys for select to portico_across using (true);
create policy across_tenants on signing_keys for select to portico_across using (true);
create policy across_tenants on registration_urls for select to portico_across using (true);
create policy across_tenants on recovery_codes for select to portico_across using (true);
grant select (tenant_id, sealed_key) on lookup_keys to portico_across;
grant select (tenant_id, sealed_private_jwk) on signing_keys to portico_across;
grant select (tenant_id, sealed_secret) on registration_urls to portico_across;
grant select (tenant_id, keyed) on recovery_codes to portico_across;

-- The id is null where a value has not the form of a sealed one.
create function key_id_of(sealed bytea) returns text
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select case when substring(sealed from 1 for 1) = '\x01' then encode(substring(sealed from 2 for 4), 'hex') end
$$;

create function count_sealed_values() returns table (tenant_id text, place text, key_id text, amount bigint)
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
  select t.tenant_id, 'registration_urls.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.registration_urls t group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
$$;

-- Recovery codes that are still bare hashes, by tenant.
create function count_bare_recovery_codes() returns table (tenant_id text, amount bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.tenant_id, count(*) from public.recovery_codes t where not t.keyed group by 1
$$;

do $$
declare f text;
begin
  execute 'grant create on schema public to portico_across';
  foreach f in array array['count_sealed_values', 'count_bare_recovery_codes'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
  execute 'revoke create on schema public from portico_across';
end $$;
