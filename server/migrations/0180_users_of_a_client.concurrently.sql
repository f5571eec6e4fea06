-- How many users an app can act for is told before it is disabled or deleted. Of the artifacts, grants alone are in it:
-- one is written when a user signs in to an app, none when a token is refreshed.
create index oauth_grants_of_client on oauth_artifacts (tenant_id, client_id, user_uuid) where model = 'Grant';
