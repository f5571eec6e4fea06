-- Back-channel logout that arrives (docs/decisions/0071-deliveries.md). Whatever ends a session, the relying parties it
-- gave ID tokens to are noted as deliveries in the same transaction; a worker sends them after the commit.

-- The clients that got an ID token in a session that is open. Apart from grants and tokens, which end for reasons of
-- their own while the relying party's session goes on.
create table session_clients (
  tenant_id text not null,
  session_id uuid not null,
  client_id text not null,
  primary key (tenant_id, session_id, client_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
call raise_wall('session_clients');

create table deliveries (
  tenant_id text not null,
  delivery_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('backchannelLogout')),
  -- Whom it is for: of a logout the client's id. Its address is read when it is sent.
  target text not null,
  -- What it is about, by ids; a token is made when it is sent, so that its times are of then.
  content jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'uncertain', 'dead')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  claimed_until timestamptz,
  give_up_at timestamptz not null default now() + interval '24 hours',
  ended_at timestamptz,
  -- Cut off once while it was sent: it may have arrived more than once.
  was_uncertain boolean not null default false,
  last_error text,
  primary key (tenant_id, delivery_id)
);
create index deliveries_due on deliveries (next_at) where state in ('waiting', 'sending', 'uncertain');
create index deliveries_open on deliveries (tenant_id, target, created_at) where state <> 'delivered';
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
call raise_wall('deliveries');

do $$
declare t text;
begin
  foreach t in array array['session_clients', 'deliveries', 'oauth_clients'] loop
    execute format('create policy across_tenants on %I to portico_across using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, delete on session_clients to portico_across;
grant select, insert, update, delete on deliveries to portico_across;
grant select (tenant_id, client_id, metadata) on oauth_clients to portico_across;

grant create on schema public to portico_across;

-- Notes who is told when the session ends. A session that ends at the same moment is waited for: no one is noted for it.
create function note_session_client() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.sessions s
  where s.tenant_id = new.tenant_id and s.session_id = (new.payload ->> 'ofSession')::uuid and s.ended_at is null
  for share;
  if found then
    insert into public.session_clients (tenant_id, session_id, client_id)
    values (new.tenant_id, (new.payload ->> 'ofSession')::uuid, new.client_id)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- All that ends sessions meets here: updates of `ended_at` wherever they come from, and the removal of a user.
create function tell_session_clients() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with told as (
    delete from public.session_clients c
    where c.tenant_id = old.tenant_id and c.session_id = old.session_id
    returning c.client_id)
  insert into public.deliveries (tenant_id, kind, target, content)
  select old.tenant_id, 'backchannelLogout', t.client_id,
    jsonb_build_object('sub', old.user_uuid, 'sid', old.session_id)
  from told t join public.oauth_clients c on c.tenant_id = old.tenant_id and c.client_id = t.client_id
  where c.metadata ? 'backchannel_logout_uri';
  return coalesce(new, old);
end $$;

-- What is due, claimed by one worker for nine seconds: a call takes five at most. What a dead worker left is sent again,
-- and keeps the mark that it may have arrived before.
create function deliveries_claim(batch integer, moment timestamptz) returns setof deliveries
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with lost as (
    update public.deliveries d
    set state = 'uncertain', was_uncertain = true, claimed_until = null, last_error = 'interrupted', next_at = moment
    where d.state = 'sending' and d.claimed_until < moment
    returning 1),
  due as (
    select d.tenant_id, d.delivery_id from public.deliveries d
    where d.state in ('waiting', 'uncertain') and d.next_at <= moment
    order by d.next_at limit batch for update skip locked)
  update public.deliveries d
  set state = 'sending', tries = d.tries + 1, claimed_until = moment + interval '9 seconds'
  from due where d.tenant_id = due.tenant_id and d.delivery_id = due.delivery_id
  returning d.*
$$;

-- Ends a claim. A target that does not answer is left in peace with the rest of what waits for it.
create function deliveries_settle(
  of_tenant text, of_delivery uuid, of_try integer, new_state text, again_at timestamptz, failure text,
  moment timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with settled as (
    update public.deliveries d
    set state = new_state, next_at = coalesce(again_at, d.next_at), claimed_until = null, last_error = failure,
        ended_at = case when new_state in ('delivered', 'dead') then moment end
    where d.tenant_id = of_tenant and d.delivery_id = of_delivery and d.tries = of_try
      and d.state in ('sending', 'uncertain')
    returning d.kind, d.target)
  update public.deliveries d
  set next_at = again_at
  from settled s
  where again_at is not null and d.tenant_id = of_tenant and d.kind = s.kind and d.target = s.target
    and d.delivery_id <> of_delivery and d.state = 'waiting' and d.next_at < again_at
$$;

-- How many there are of each state that an operator looks at.
create function deliveries_count() returns table (kind text, state text, count bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.kind, d.state, count(*) from public.deliveries d where d.state <> 'delivered' group by 1, 2
$$;

-- Delivered ones are kept for a week, those given up for 30 days.
create function sweep_deliveries(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer;
begin
  delete from public.deliveries where ctid = any (array(
    select ctid from public.deliveries
    where ended_at < moment - interval '7 days' and (state = 'delivered' or ended_at < moment - interval '30 days')
    limit batch));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- The tenants that have open sessions of which relying parties know: asked by the sweep that ends what is over.
create function tenants_with_session_clients() returns table (tenant_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive t as (
    (select c.tenant_id from public.session_clients c order by c.tenant_id limit 1)
    union all
    select (select c.tenant_id from public.session_clients c where c.tenant_id > t.tenant_id order by c.tenant_id limit 1)
    from t where t.tenant_id is not null)
  select t.tenant_id from t where t.tenant_id is not null
$$;

do $$
declare f text;
begin
  foreach f in array array['note_session_client', 'tell_session_clients', 'deliveries_claim', 'deliveries_settle',
    'deliveries_count', 'sweep_deliveries', 'tenants_with_session_clients'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;

create trigger note_session_client after insert on oauth_artifacts for each row
  when (new.model = 'Grant' and new.payload ? 'ofSession') execute function note_session_client();
create trigger tell_session_clients after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_session_clients();
create trigger tell_session_clients_of_removed before delete on sessions for each row
  when (old.ended_at is null) execute function tell_session_clients();
