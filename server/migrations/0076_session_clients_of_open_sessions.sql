-- The relying parties of sessions that were open before there was a place to note them; in a migration of its own, so
-- that the tables of the one before are not locked meanwhile. Which session a grant that outlives its session came from
-- was not kept: those relying parties are told from their next sign-in on.
set local role portico_across;
insert into session_clients (tenant_id, session_id, client_id)
select distinct a.tenant_id, a.session_id, a.client_id
from oauth_artifacts a join sessions s on s.tenant_id = a.tenant_id and s.session_id = a.session_id
where a.model = 'Grant' and a.client_id is not null and a.client_id <> 'portal' and s.ended_at is null
on conflict do nothing;
reset role;
