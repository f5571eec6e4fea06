-- Failed sign-ins in browsers that an account does not know, and at devices, count for themselves: they stop sign-ins
-- there and nowhere else (docs/decisions/0070-locks-and-known-browsers.md). A row is there once there is something to say.
create table sign_in_guards (
  tenant_id text not null,
  -- Of the user.
  uuid uuid not null,
  unknown_count integer not null default 0,
  unknown_since timestamptz,
  unknown_streak integer not null default 0,
  -- Until when browsers that the account does not know are refused; 'infinity': until the account is rescued.
  unknown_until timestamptz,
  device_count integer not null default 0,
  device_since timestamptz,
  device_streak integer not null default 0,
  -- The same at devices.
  device_until timestamptz,
  -- Since when the account knows a browser.
  known_since timestamptz,
  -- The browsers that were mailed of, each with the moment.
  told_browsers text[] not null default '{}',
  -- When a lock or stop was mailed of last.
  told_of_lock_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, uuid) references users on delete cascade
);
call raise_wall('sign_in_guards');

-- Whether somebody else rules the tenant who can get in from any browser at the moment. Where nobody does, a lock has an
-- end (authentication/login/last-administrator.ts).
create function has_open_administrator_beside(asked_tenant text, asked_user uuid, moment timestamptz) returns boolean
  language sql stable
  as $$ select exists (
    select from users u
    left join sign_in_guards g on g.tenant_id = u.tenant_id and g.uuid = u.uuid
    where u.tenant_id = asked_tenant and u.uuid <> asked_user
      and is_acting_administrator(u.user_id_key, u.status, u.roles) and can_sign_in(u)
      and coalesce(g.unknown_until, '-infinity') <= moment) $$;
