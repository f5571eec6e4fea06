-- A refresh token works once more for as long as the answer to its first use may have been lost (docs/decisions/0187).
-- Trades a refresh token for the next one, in two statements: whoever waited for the first use sees what it stored.
--   'first': consumed, and its successor stored
--   'again': consumed at most ten seconds ago by the same client, and the successor, which has the ID given here, is unused
--   'ended': anything else, and nothing is written
create function oauth_rotate_with_grace(
  old_id bytea, of_tenant text, of_id bytea, of_payload jsonb, of_grant bytea, of_user uuid, of_session uuid,
  of_client text, of_expires timestamptz) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.oauth_rotate(old_id, of_tenant, of_id, of_payload, of_grant, of_user, of_session, of_client, of_expires) then
    return 'first';
  end if;
  perform from public.oauth_artifacts a
  join public.oauth_artifacts n on n.tenant_id = a.tenant_id and n.model = 'RefreshToken' and n.id_hash = of_id
    and n.consumed_at is null and n.grant_hash = a.grant_hash
  join public.oauth_artifacts g on g.tenant_id = a.tenant_id and g.model = 'Grant' and g.id_hash = a.grant_hash
  where a.tenant_id = of_tenant and a.model = 'RefreshToken' and a.id_hash = old_id and a.client_id = of_client
    and a.grant_hash = of_grant and a.consumed_at > clock_timestamp() - interval '10 seconds';
  return case when found then 'again' else 'ended' end;
end $$;

grant create on schema public to portico_across;
alter function oauth_rotate_with_grace owner to portico_across;
revoke all on function oauth_rotate_with_grace from public;
grant execute on function oauth_rotate_with_grace to portico_app;
revoke create on schema public from portico_across;
