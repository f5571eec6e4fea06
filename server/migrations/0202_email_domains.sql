-- Email domains that tenants prove to be theirs (docs/decisions/0202-email-domains.md). `connection`: the identity provider
-- that the sign-in page sends their users to, by its UUID; connections of each protocol have a table of their own.
create table email_domains (
  tenant_id text not null references tenants,
  uuid uuid not null,
  domain text not null check (domain = lower(domain)),
  proof_value text not null,
  connection uuid,
  proven_at timestamptz,
  missing_since timestamptz,
  checked_at timestamptz,
  cause text check (cause in ('record_missing', 'record_differs', 'unreachable')),
  created_at timestamptz not null,
  primary key (tenant_id, uuid),
  unique (tenant_id, domain),
  check (proven_at is not null or (connection is null and missing_since is null))
);
call raise_wall('email_domains');

-- Only one of the tenants who have proven a domain routes its sign-ins: rows of the provider, written by the trigger below.
create table domain_routes (
  tenant_id text not null check (tenant_id = '-'),
  domain text not null,
  routed_tenant text not null,
  connection uuid not null,
  primary key (tenant_id, domain)
);
call raise_wall('domain_routes');
create policy across_tenants on domain_routes to portico_across using (true) with check (true);
grant select, insert, update, delete on domain_routes to portico_across;

create index email_domains_by_check on email_domains (checked_at nulls first);
create index email_domains_of_connection on email_domains (tenant_id, connection) where connection is not null;

create policy across_tenants on email_domains for select to portico_across using (true);
grant select (tenant_id, uuid, domain, proven_at, checked_at, created_at) on email_domains to portico_across;

-- Where the users of a domain sign in; no row: nowhere in particular.
create function find_domain_route(asked text) returns table (tenant_id text, connection uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.routed_tenant, r.connection
    from public.domain_routes r join public.tenants t on t.tenant_id = r.routed_tenant and t.status = 'active'
    where r.tenant_id = '-' and r.domain = asked
$$;

-- Two tenants at once wait for each other; the second is refused.
create function keep_domain_route() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.connection is null) then
    delete from public.domain_routes where tenant_id = '-' and domain = old.domain and routed_tenant = old.tenant_id;
  end if;
  if tg_op <> 'DELETE' and new.connection is not null then
    insert into public.domain_routes as r (tenant_id, domain, routed_tenant, connection)
      values ('-', new.domain, new.tenant_id, new.connection)
      on conflict (tenant_id, domain) do update set connection = excluded.connection
        where r.routed_tenant = excluded.routed_tenant;
    if not found then
      raise unique_violation using constraint = 'rp_duplicated_domain', message = 'another tenant routes this domain';
    end if;
  end if;
  return null;
end
$$;

-- Hourly in the first week, then daily; one that nobody proved within 30 days is not looked for any more. Those of suspended
-- tenants too: they would keep the route of a domain that is theirs no longer.
create function find_domains_to_check(moment timestamptz, batch integer)
  returns table (tenant_id text, uuid uuid, domain text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.uuid, d.domain
    from public.email_domains d
    where (d.checked_at is null or d.checked_at < moment - case
        when d.proven_at is null and d.created_at > moment - interval '7 days' then interval '50 minutes'
        else interval '23 hours' end)
      and (d.proven_at is not null or d.created_at > moment - interval '30 days')
    order by d.checked_at nulls first limit batch
$$;

grant create on schema public to portico_across;
alter function keep_domain_route owner to portico_across;
alter function find_domain_route owner to portico_across;
alter function find_domains_to_check owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function keep_domain_route, find_domain_route, find_domains_to_check from public;
grant execute on function find_domain_route, find_domains_to_check to portico_app;

create trigger keep_domain_route after insert or delete or update of connection on email_domains
  for each row execute function keep_domain_route();
