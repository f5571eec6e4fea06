-- What waits for a webhook that is off for more than seven days is never sent (docs/decisions/0264-webhooks.md): it is given
-- up, and deleted like all that was given up. It was kept as long as the webhook was off.
grant create on schema public to portico_across;
grant update on webhook_deliveries to portico_across;

-- As in 0264, and gives up what waits for webhooks that are long off. Answers the larger number of those deleted and given up: as many as a batch, and there may be more.
create or replace function sweep_webhook_deliveries(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer;
  given_up integer;
begin
  delete from public.webhook_deliveries where ctid = any (array(
    select ctid from public.webhook_deliveries
    where ended_at < moment - interval '7 days' and (state = 'delivered' or ended_at < moment - interval '30 days')
    limit batch));
  get diagnostics swept = row_count;
  -- Whoever changes the webhook now comes first or waits: what is due again then is not given up.
  with off as materialized (
    select w.tenant_id, w.uuid from public.webhooks w
    where not w.active and w.stopped_at < moment - interval '7 days'
      and exists (select from public.webhook_deliveries d
        where d.tenant_id = w.tenant_id and d.webhook_uuid = w.uuid and d.state = 'waiting')
    for update of w skip locked),
  waiting as (
    select d.tenant_id, d.webhook_uuid, d.sequence from off w
    join public.webhook_deliveries d on d.tenant_id = w.tenant_id and d.webhook_uuid = w.uuid and d.state = 'waiting'
    limit batch)
  update public.webhook_deliveries d set state = 'dead', ended_at = moment from waiting s
  where d.tenant_id = s.tenant_id and d.webhook_uuid = s.webhook_uuid and d.sequence = s.sequence;
  get diagnostics given_up = row_count;
  return greatest(swept, given_up);
end $$;
revoke create on schema public from portico_across;
