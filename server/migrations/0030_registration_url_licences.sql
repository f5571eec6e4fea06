-- Licences that whoever registers behind a URL is permitted (docs/decisions/0025-registration.md).
alter table registration_urls add column license_ids text[] not null default '{}';
