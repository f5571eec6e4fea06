-- Which extension attributes anybody has is asked at each export: without this, all users are read for it, though mostly
-- few have any (bench/NOTES.md). Whoever has none costs it nothing.
create index users_with_attributes on users (tenant_id, uuid) where extension_attributes <> '{}';
