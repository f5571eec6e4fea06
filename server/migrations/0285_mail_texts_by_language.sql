-- A tenant writes an email text for all readers ('') and others for the readers of one language.
alter table customized_mails add column locale text not null default '';
alter table customized_mails drop constraint customized_mails_pkey;
alter table customized_mails add primary key (tenant_id, type, locale);
