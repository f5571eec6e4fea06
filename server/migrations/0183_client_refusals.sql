-- Why an app does not connect: what it was refused, each cause once, with the last time. Requests are made by strangers
-- too, so nothing grows: a client has as many rows as there are causes, and only an address is kept of what was sent.
create table client_refusals (
  tenant_id text not null,
  client_id text not null,
  cause text not null,
  detail text,
  last_at timestamptz not null,
  primary key (tenant_id, client_id, cause),
  foreign key (tenant_id, client_id) references oauth_clients on delete cascade
);
call raise_wall('client_refusals');
