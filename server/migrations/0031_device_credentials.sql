-- Devices sign in as themselves, and people at devices (docs/decisions/0036-device-sign-in.md).

alter table devices add column credential_status text not null default 'none'
  check (credential_status in ('none', 'issued', 'active', 'revoked', 'cloned'));
create or replace view searchable_devices as select * from devices where tenant_id = current_tenant();

-- The secrets a device may show now. A row is there only while the device can sign in.
create table device_credentials (
  tenant_id text not null,
  device_uuid uuid not null,
  -- All secrets of a family begin alike. Who shows one of the family that is neither of the two below has a copy.
  family_hash bytea not null,
  current_hash bytea not null,
  -- Given out in place of the current one, and the only one from its first use on.
  next_hash bytea,
  next_at timestamptz,
  issued_at timestamptz not null,
  -- Until when the first secret has to be used; null from then on.
  expires_at timestamptz,
  primary key (tenant_id, device_uuid),
  constraint device_credential_family unique (tenant_id, family_hash),
  foreign key (tenant_id, device_uuid) references devices on delete cascade
);
call raise_wall('device_credentials');

-- What was begun at a device, and with which card.
alter table sessions add column device_uuid uuid, add column card_uuid uuid;
create index sessions_at_devices on sessions (tenant_id, device_uuid) where device_uuid is not null and ended_at is null;
alter table pending_sign_ins add column device_uuid uuid, add column card_uuid uuid;

-- With its credential, whatever people have open at a device ends.
create function end_sign_ins_at_device() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now(), ended_reason = 'device'
  where tenant_id = old.tenant_id and device_uuid = old.device_uuid and ended_at is null;
  delete from pending_sign_ins where tenant_id = old.tenant_id and device_uuid = old.device_uuid;
  return null;
end $$;
create trigger end_sign_ins_at_device after delete on device_credentials
  for each row execute function end_sign_ins_at_device();

-- What was begun with a card ends when it is taken away or is another one from now on.
create function end_sign_ins_of_card() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now(), ended_reason = 'card'
  where tenant_id = old.tenant_id and user_uuid = old.user_uuid and card_uuid = old.uuid and ended_at is null;
  delete from pending_sign_ins where tenant_id = old.tenant_id and user_uuid = old.user_uuid and card_uuid = old.uuid;
  return null;
end $$;
create trigger end_sign_ins_of_card after delete or update of value_hash on onpremise_accounts
  for each row execute function end_sign_ins_of_card();

-- What was begun with a PIN ends with that PIN.
create function end_sign_ins_of_pin() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now(), ended_reason = 'userCode'
  where tenant_id = old.tenant_id and user_uuid = old.uuid and device_uuid is not null
    and 'userCode' = any (proofs) and ended_at is null;
  delete from pending_sign_ins
  where tenant_id = old.tenant_id and user_uuid = old.uuid and device_uuid is not null and 'userCode' = any (proofs);
  return null;
end $$;
create trigger end_sign_ins_of_pin after update of user_code_hash on users
  for each row when (old.user_code_hash is distinct from new.user_code_hash) execute function end_sign_ins_of_pin();

-- Where a sign-in was tried: the device's id as it was then.
alter table login_log add column device_id text;
create or replace view searchable_login_log as select * from login_log where tenant_id = current_tenant();
