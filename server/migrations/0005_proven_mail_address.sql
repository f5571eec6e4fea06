-- The address whose mailbox the person was shown to read: what makes `email_verified` true while it is the one to sign
-- in with. An address that an operator only typed proves nothing to those who rely on it.
alter table users add column proven_mail_address text;
