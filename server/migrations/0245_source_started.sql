-- When a source was first switched on; null: it is being set up, and its directory may only test the connection.
-- The sources that are there count as started: by the default, since an update would meet the wall.
alter table provisioning_sources add column started_at timestamptz default now();
alter table provisioning_sources alter column started_at drop default;
