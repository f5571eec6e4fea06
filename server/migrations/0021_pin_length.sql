-- How long a PIN is, beside its keyed hash: so that a longer minimum can say beforehand how many PINs fall short of it
-- (docs/decisions/0029). Not known of PINs issued before.
alter table users add column user_code_length smallint;
