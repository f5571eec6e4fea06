-- Uuids are unique by themselves. An index that began with the tenant was taken, while the table was young and without
-- statistics, for questions that name tenant and id: each then read all artifacts of the tenant.
create index oauth_artifacts_of_user on oauth_artifacts (user_uuid) where user_uuid is not null;
drop index oauth_artifacts_by_user;
