-- A position counts on the server it was taken on: numbers of transactions begin anew where a dump is restored, and may
-- have passed it again by the time somebody reads on. The version before, which names no server, gets the present one.
create function event_server() returns text language sql stable
  as $$ select system_identifier::text from pg_control_system() $$;
alter table event_positions add column server text not null default event_server();
