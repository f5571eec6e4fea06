-- Assigning a license to many users and adding them to a group are acts like the others: a job does more than a thousand.
alter table user_bulks drop constraint user_bulks_action_check;
alter table user_bulks add constraint user_bulks_action_check
  check (action in ('deactivate', 'activate', 'delete', 'signOut', 'assignLicense', 'addToGroup'));
-- What is assigned, and where users are added. No foreign keys: the history outlives both.
alter table user_bulks add column license_id text, add column group_uuid uuid;
alter table user_bulks add constraint user_bulks_names_its_target
  check ((action = 'assignLicense') = (license_id is not null) and (action = 'addToGroup') = (group_uuid is not null));
