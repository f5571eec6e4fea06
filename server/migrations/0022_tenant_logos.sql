-- Logos as they were made harmless (docs/decisions/0030-branding.md). Which one a tenant wears is said by
-- `tenants.custom_theme`; the others were uploaded and not, or no more, chosen, and a few of them are kept.
create table tenant_logos (
  tenant_id text not null references tenants,
  logo_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content bytea not null,
  -- The picture of it that mails carry: PNG or JPEG, small.
  mail_media_type text check (mail_media_type in ('image/png', 'image/jpeg')),
  mail_width integer,
  mail_height integer,
  mail_content bytea,
  created_at timestamptz not null,
  primary key (tenant_id, logo_id),
  check ((mail_content is null) = (mail_media_type is null)),
  check ((mail_content is null) = (mail_width is null)),
  check ((mail_content is null) = (mail_height is null))
);
call raise_wall('tenant_logos');
