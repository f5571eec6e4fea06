-- How many users an app can act for is told before it is disabled or deleted. Of the artifacts, grants alone are in it:
-- one is written when a user signs in to an app, none when a token is refreshed. "Is not null" keeps the planner from
-- using it to look up a grant by its id, as it would in a young table, where all indexes look equal.
create index oauth_grants_of_client on oauth_artifacts (tenant_id, client_id, user_uuid)
  where model = 'Grant' and client_id is not null;
