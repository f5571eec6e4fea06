-- An account that an administrator has named and its owner has not proven: it signs no administrator in. Without a value in the
-- bin, where users may have been before; without is not named.
alter table openid_provider_accounts add column named boolean default false;
