-- Files of a directory may hold passwords. Their pieces are sealed from now on; those of before stay as they are until
-- they are swept.
alter table user_import_files add column sealed boolean not null default false;
