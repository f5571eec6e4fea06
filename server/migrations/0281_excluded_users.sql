-- Users whom a source never changes, takes over or removes (docs/decisions/0281-excluded-users.md): by name, by group, and by
-- patterns of user IDs and addresses, in small letters, in which `*` is any text.
alter table provisioning_sources
  add column excluded_users uuid[] not null default '{}',
  add column excluded_groups uuid[] not null default '{}',
  add column excluded_patterns text[] not null default '{}';
alter table source_runs add column spared integer not null default 0;

-- The patterns as those of `like`.
create function likes_of(patterns text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(replace(replace(replace(replace(p, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')), '{}')
  from unnest(patterns) p
$$;
