-- A sequence of events that a reader can follow: which transaction wrote a row. Rows commit in another order than they are
-- written in; who reads only what transactions before the oldest open one wrote loses none (platform/events/follow.ts).
-- Rows from before have no such number. A default that is set later rewrites nothing, and indexes (0167) leave those rows out.
alter table login_log add column written_by bigint;
alter table system_operation_log add column written_by bigint;
alter table login_log alter column written_by set default (pg_current_xact_id()::text::bigint);
alter table system_operation_log alter column written_by set default (pg_current_xact_id()::text::bigint);

-- All that transactions below this wrote is there, or will never be.
create function event_horizon() returns bigint language sql stable
  as $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

-- Up to which transaction a reader has read a tenant's events.
create table event_positions (
  tenant_id text not null references tenants,
  consumer text not null,
  log text not null check (log in ('login', 'systemOperation')),
  read_to bigint not null,
  primary key (tenant_id, consumer, log)
);
call raise_wall('event_positions');
