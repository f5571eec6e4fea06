-- What a deleted thing was called is in the row of its deletion only: searched there by fragments (0216). A user's name in
-- both orders, and as written without a space.
create function deleted_name(changes jsonb) returns text language sql immutable parallel safe
  as $$ select lower(
    coalesce(changes #>> '{userId,before}', changes #>> '{deletedUser,before}', changes #>> '{groupId,before}',
      changes #>> '{deviceId,before}', '') || chr(10)
    || coalesce(changes #>> '{name,before}', '') || chr(10)
    || coalesce(changes #>> '{familyName,before}', '') || ' ' || coalesce(changes #>> '{givenName,before}', '') || ' '
    || coalesce(changes #>> '{familyName,before}', '') || coalesce(changes #>> '{givenName,before}', '') || ' '
    || coalesce(changes #>> '{familyName,before}', '')) $$;
