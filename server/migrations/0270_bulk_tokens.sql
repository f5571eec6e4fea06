-- The token by which a Bulk was sent: one that is revoked, or has run out, does nothing more. Null: sent before this was kept.
alter table scim_bulks add column token_uuid uuid;
