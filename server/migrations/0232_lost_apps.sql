-- Users who lost an app by a change of its assignments lose its tokens, and the app learns that their sessions ended
-- (docs/decisions/0232). Answers how many codes, tokens and grants are gone.
grant create on schema public to portico_across;
create function end_lost_app(asked_tenant text, asked_client text) returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with lost as materialized (
    select u.user_uuid from (
      select distinct a.user_uuid from public.oauth_artifacts a
      where a.tenant_id = asked_tenant and a.client_id = asked_client and a.model = 'Grant' and a.user_uuid is not null) u
    where not public.may_use_app(asked_tenant, asked_client, u.user_uuid)),
  told as (
    delete from public.session_clients c using public.sessions s
    where c.tenant_id = asked_tenant and c.client_id = asked_client
      and s.tenant_id = c.tenant_id and s.session_id = c.session_id and s.ended_at is null
      and s.user_uuid in (select user_uuid from lost)
    returning s.user_uuid, c.session_id),
  noted as (
    insert into public.deliveries (tenant_id, kind, target, content)
    select asked_tenant, 'backchannelLogout', asked_client,
      jsonb_build_object('sub', t.user_uuid, 'sid', t.session_id)
    from told t join public.oauth_clients c on c.tenant_id = asked_tenant and c.client_id = asked_client
    where c.metadata ? 'backchannel_logout_uri'
    returning 1),
  gone as (
    delete from public.oauth_artifacts a
    where a.tenant_id = asked_tenant and a.client_id = asked_client and a.user_uuid in (select user_uuid from lost)
    returning 1)
  select count(*)::integer from gone
$$;
alter function end_lost_app owner to portico_across;
revoke all on function end_lost_app from public;
grant execute on function end_lost_app to portico_app;
revoke create on schema public from portico_across;
