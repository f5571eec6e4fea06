-- The few questions asked before a tenant is known (design.md: db/across-tenants.ts). Each is a function of
-- portico_across with a fixed search path that answers just what its caller needs. Adding one needs a decision record.
-- portico_across sees through the wall only what is granted here.

do $$
declare t text;
begin
  foreach t in array array['tenants', 'users', 'user_mail_addresses', 'sessions', 'oauth_artifacts', 'mail_outbox', 'pending_sign_ins', 'one_time_codes', 'user_passwords', 'totps'] loop
    execute format('create policy across_tenants on %I to portico_across using (true) with check (true)', t);
  end loop;
end $$;
grant select on tenants, users, user_mail_addresses, sessions, user_passwords, totps to portico_across;
grant select, insert, update, delete on oauth_artifacts to portico_across;
grant select, update on mail_outbox to portico_across;
grant select, delete on pending_sign_ins, one_time_codes to portico_across;
grant update (ended_at, ended_reason), delete on sessions to portico_across;

-- The accounts that an address can sign in to.
create function find_accounts_of_address(address text)
  returns table (tenant_id text, uuid uuid, default_login boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.uuid, u.default_login
  from public.users u join public.tenants t on t.tenant_id = u.tenant_id
  where u.login_mail_address_key = lower(address) and t.status = 'active'
  order by u.default_login desc, u.logined_at desc nulls last, u.tenant_id
  limit 50
$$;

-- Who a token speaks for, and whether it still may: asked on every call.
create function find_principal(asked_tenant text, asked_user uuid, asked_session uuid)
  returns table (
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy jsonb, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.user_id, u.roles, u.status, u.locked_until, u.signed_out_at,
    t.status, t.security_policy, s.session_id is not null and s.ended_at is null, s.expires_at,
    s.last_seen_at, s.proofs, s.proved_at,
    exists (select from public.totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled),
    exists (select from public.user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid)
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.sessions s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.session_id = asked_session
  where u.tenant_id = asked_tenant and u.uuid = asked_user
$$;

-- The OAuth provider's store: its ids carry no tenant. `coalesce` keeps the planner from scanning the index on
-- expires_at (all that is still good) beside the one on the id.
create function oauth_find(asked_model text, asked_id bytea)
  returns table (tenant_id text, payload jsonb, expires_at timestamptz, consumed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.payload, a.expires_at, a.consumed_at from public.oauth_artifacts a
  where a.id_hash = asked_id and a.model = asked_model and coalesce(a.expires_at, 'infinity') > now()
$$;

create function oauth_find_by_uid(asked_uid bytea)
  returns table (tenant_id text, payload jsonb, expires_at timestamptz, consumed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.payload, a.expires_at, a.consumed_at from public.oauth_artifacts a
  where a.uid_hash = asked_uid and coalesce(a.expires_at, 'infinity') > now()
$$;

create function oauth_find_by_user_code(asked_code bytea)
  returns table (tenant_id text, payload jsonb, expires_at timestamptz, consumed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.payload, a.expires_at, a.consumed_at from public.oauth_artifacts a
  where a.user_code_hash = asked_code and coalesce(a.expires_at, 'infinity') > now()
$$;

-- One use only: answers true to the first who asks.
create function oauth_consume(asked_model text, asked_id bytea) returns boolean
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (
    update public.oauth_artifacts a set consumed_at = now()
    where a.id_hash = asked_id and a.model = asked_model and a.consumed_at is null
    returning 1)
  select exists (select from used)
$$;

create function oauth_destroy(asked_model text, asked_id bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.oauth_artifacts a where a.id_hash = asked_id and a.model = asked_model
$$;

create function oauth_revoke_grant(asked_grant bytea) returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from public.oauth_artifacts a
    where a.grant_hash = asked_grant or (a.model = 'Grant' and a.id_hash = asked_grant)
    returning 1)
  select count(*)::integer from gone
$$;

-- Mails that are due, claimed by one sender; those a dead sender left behind are shown as uncertain.
create function mail_claim(batch integer, moment timestamptz) returns setof mail_outbox
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with lost as (
    update public.mail_outbox m set state = 'uncertain', claimed_until = null
    where m.state = 'sending' and m.claimed_until < moment
    returning 1),
  due as (
    select m.tenant_id, m.mail_id from public.mail_outbox m
    where m.state = 'waiting' and m.next_attempt_at <= moment
    order by m.next_attempt_at limit batch for update skip locked)
  update public.mail_outbox m
  set state = 'sending', attempts = m.attempts + 1, claimed_until = moment + interval '2 minutes'
  from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
  returning m.*
$$;

create function mail_settle(of_tenant text, of_mail uuid, new_state text, again_at timestamptz, failure text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_outbox m
  set state = new_state, next_attempt_at = coalesce(again_at, m.next_attempt_at), last_error = failure, claimed_until = null,
      sent_at = case when new_state = 'sent' then now() else m.sent_at end,
      -- What was mailed is not kept: it held one-time links.
      sealed_content = case when new_state in ('sent', 'failed') then ''::bytea else m.sealed_content end
  where m.tenant_id = of_tenant and m.mail_id = of_mail and m.state = 'sending'
$$;

-- Sweeps what has ended: at most `batch` rows of each kind a call.
create function sweep_ended(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer := 0;
  n integer;
begin
  delete from public.oauth_artifacts where ctid = any (array(select ctid from public.oauth_artifacts where expires_at < moment limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.pending_sign_ins where ctid = any (array(select ctid from public.pending_sign_ins where expires_at < moment limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.one_time_codes where ctid = any (array(select ctid from public.one_time_codes where expires_at < moment - interval '30 days' limit batch));
  get diagnostics n = row_count; swept := swept + n;
  delete from public.sessions where ctid = any (array(select ctid from public.sessions where coalesce(ended_at, expires_at) < moment - interval '90 days' limit batch));
  get diagnostics n = row_count; swept := swept + n;
  return swept;
end $$;

-- Tenants, for the operator's list.
create function list_tenants() returns setof tenants
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from public.tenants where tenant_id <> '-' order by tenant_id
$$;

do $$
declare f text;
begin
  foreach f in array array['find_accounts_of_address', 'find_principal', 'oauth_find', 'oauth_find_by_uid', 'oauth_find_by_user_code',
    'oauth_consume', 'oauth_destroy', 'oauth_revoke_grant', 'mail_claim', 'mail_settle', 'sweep_ended', 'list_tenants'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
