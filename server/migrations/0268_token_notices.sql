-- Days before its end at which administrators were last told that a token ends.
alter table management_tokens add column noticed_days integer;
