-- Webhooks: events of a tenant's logs, sent to addresses that its administrators choose (docs/decisions/0264-webhooks.md).
-- Nothing is written where an event happens. A worker reads the logs from `read_writer`, `read_id` on, in the order of
-- their transactions (0132), and notes what is to be sent.
create table webhooks (
  tenant_id text not null references tenants,
  uuid uuid not null,
  name text not null,
  address text not null,
  events text[] not null check (events <> '{}'),
  active boolean not null,
  stop_reason text check (stop_reason in ('administrator', 'failing', 'gone')),
  stopped_at timestamptz,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  -- Up to where the logs were read, and on which server.
  read_writer bigint not null default 0,
  read_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  read_server text not null default event_server(),
  last_sequence bigint not null default 0,
  -- Failures in a row, the first and the last of them, and until when the receiver is left in peace.
  failures integer not null default 0,
  failing_since timestamptz,
  failed_at timestamptz,
  held_until timestamptz not null,
  last_delivered_at timestamptz,
  -- One process at a time sends to it.
  claim bigint not null default 0,
  claimed_until timestamptz,
  served_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uuid),
  check (active = (stop_reason is null) and active = (stopped_at is null))
);
call raise_wall('webhooks');
create index webhooks_active on webhooks (held_until) where active;

-- What was sent or will be: which event, never what is in it. That is read from the log, and gone when the log is.
create table webhook_deliveries (
  tenant_id text not null,
  webhook_uuid uuid not null,
  sequence bigint not null,
  log text not null check (log in ('login', 'systemOperation')),
  event_at timestamptz not null,
  event_id uuid not null,
  type text not null,
  -- Events of one subject are sent in their order.
  subject text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null default 0,
  next_at timestamptz not null,
  first_tried_at timestamptz,
  tried_at timestamptz,
  status integer,
  failure text,
  millis integer,
  ended_at timestamptz,
  primary key (tenant_id, webhook_uuid, sequence),
  foreign key (tenant_id, webhook_uuid) references webhooks on delete cascade
);
call raise_wall('webhook_deliveries');
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook_uuid, sequence) where state = 'waiting';
create index webhook_deliveries_parked on webhook_deliveries (tenant_id, webhook_uuid, subject) where state = 'waiting' and tries > 0;
create index webhook_deliveries_dead on webhook_deliveries (tenant_id, webhook_uuid, sequence) where state = 'dead';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

do $$
declare t text;
begin
  foreach t in array array['webhooks', 'webhook_deliveries'] loop
    execute format('create policy across_tenants on %I to portico_across using (true) with check (true)', t);
  end loop;
end $$;
grant select, update on webhooks to portico_across;
grant select, delete on webhook_deliveries to portico_across;

grant create on schema public to portico_across;

-- Claims webhooks that have something to do: a delivery is due, or the logs were written. The longest unserved first.
-- `failing`: of those whose receivers failed, so that they take no place of others.
create function webhooks_claim(moment timestamptz, until timestamptz, failing boolean, most integer)
  returns table (tenant_id text, uuid uuid, claim bigint)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as (
    select w.tenant_id, w.uuid from public.webhooks w
    where w.active and (w.failures > 0) = failing and w.held_until <= moment and (w.claimed_until is null or w.claimed_until <= moment)
      and exists (select from public.tenants t where t.tenant_id = w.tenant_id and t.status = 'active')
      and (
        exists (select from public.webhook_deliveries d
          where d.tenant_id = w.tenant_id and d.webhook_uuid = w.uuid and d.state = 'waiting' and d.next_at <= moment)
        or exists (select from public.system_operation_log l
          where l.tenant_id = w.tenant_id and l.written_by >= w.read_writer and (l.written_by, l.id) > (w.read_writer, w.read_id)
            and l.written_by < public.event_horizon())
        or exists (select from public.login_log l
          where l.tenant_id = w.tenant_id and l.written_by >= w.read_writer and (l.written_by, l.id) > (w.read_writer, w.read_id)
            and l.written_by < public.event_horizon())
        or w.read_server <> public.event_server() or w.read_writer > public.event_horizon())
    order by w.served_at limit most for update of w skip locked)
  update public.webhooks w set claimed_until = until, claim = w.claim + 1, served_at = moment
  from due where w.tenant_id = due.tenant_id and w.uuid = due.uuid
  returning w.tenant_id, w.uuid, w.claim
$$;

-- Delivered ones are kept for a week, those given up for 30 days.
create function sweep_webhook_deliveries(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer;
begin
  delete from public.webhook_deliveries where ctid = any (array(
    select ctid from public.webhook_deliveries
    where ended_at < moment - interval '7 days' and (state = 'delivered' or ended_at < moment - interval '30 days')
    limit batch));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- As in 0184, and the secrets of webhooks.
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
  select t.tenant_id, 'openid_connections.sealed_client_secret', public.key_id_of(t.sealed_client_secret), count(*)
    from public.openid_connections t group by 1, 3
  union all
  select t.tenant_id, 'webhooks.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.webhooks t group by 1, 3
  union all
  select t.tenant_id, 'webhooks.sealed_previous_secret', public.key_id_of(t.sealed_previous_secret), count(*)
    from public.webhooks t where t.sealed_previous_secret is not null group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
$$;

do $$
declare f regprocedure;
begin
  foreach f in array array['webhooks_claim(timestamptz, timestamptz, boolean, integer)', 'sweep_webhook_deliveries(timestamptz, integer)']::regprocedure[] loop
    execute format('alter function %s owner to portico_across', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
