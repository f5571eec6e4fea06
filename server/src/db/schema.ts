import type { UserImportStatus } from '#contract/authentication/user-imports-fields.ts';
import type { UserBulkAction, UserBulkStatus } from '#contract/authentication/users-bulk-fields.ts';
import type { DeviceCredentialStatus } from '#contract/device-management/fields.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { LogoType } from '#contract/theme/logo.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The rows, table by table, as the migrations made them. `schema.test.ts` compares every column, type and
 * nullability with the database's catalog.
 */
type Moment = ColumnType<Date, Date | string, Date | string>;
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string | undefined, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Computed<T> = ColumnType<T, never, never>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An account named from outside its tenant. */
export interface AccountKey {
  tenantId: string;
  uuid: string;
}

/** An account whose password matched, and when: a password changed since makes it worth nothing. */
export interface ProvenAccount extends AccountKey {
  provenAt: string;
}

export interface Tenants {
  tenant_id: string;
  name: string;
  status: Generated<'active' | 'suspended'>;
  country: Maybe<string>;
  region: string;
  locale: string;
  timezone: Generated<string>;
  security_policy: Json<Record<string, unknown>>;
  provisioning_policy: Json<Record<string, unknown>>;
  app_extension: Json<Record<string, unknown>>;
  user_extension_attribute_properties: Json<Record<string, unknown>>;
  custom_theme: Json<Record<string, unknown>>;
  security_policy_version: Generated<number>;
  /** Not kept any more: `count_users()` knows. */
  user_count: Generated<number>;
  /** How many users there may be; null: any number. */
  user_limit: Maybe<number>;
  revision: Generated<number>;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
}

export interface PolicyChangeMails {
  tenant_id: string;
  mail_id: string;
  version: number;
  receiver_uuid: string;
  receiver_user_id: string;
  mail_address: string;
  queued_at: Moment;
}

export interface SecurityPolicyVersions {
  tenant_id: string;
  version: number;
  saved_at: Moment;
  operator_uuid: Maybe<string>;
  operator_user_id: string;
  changes: Json<Record<string, Change>>;
  policy: Json<Record<string, unknown>>;
}

/** Logos as they were made harmless. */
export interface TenantLogos {
  tenant_id: string;
  logo_id: string;
  media_type: LogoType;
  width: number;
  height: number;
  content: Buffer;
  mail_media_type: Maybe<LogoType>;
  mail_width: Maybe<number>;
  mail_height: Maybe<number>;
  mail_content: Maybe<Buffer>;
  created_at: Moment;
}

export interface Users {
  tenant_id: string;
  uuid: string;
  user_id: string;
  user_id_key: Computed<string>;
  family_name: Generated<string>;
  given_name: Generated<string>;
  status: Generated<'registering' | 'active' | 'inactive' | 'locked'>;
  roles: Generated<string[]>;
  department: Generated<string>;
  location: Generated<string>;
  description: Generated<string>;
  locale: Maybe<string>;
  timezone: Maybe<string>;
  login_mail_address: Maybe<string>;
  login_mail_address_key: Computed<string | null>;
  proven_mail_address: Maybe<string>;
  /** Of somebody inactive: not registered yet when deactivated. */
  was_registering: Generated<boolean>;
  next_login_mail_address: Maybe<string>;
  next_login_mail_address_expires_at: MaybeMoment;
  default_login: Generated<boolean>;
  app_extension: Json<Record<string, unknown>>;
  extension_attributes: Json<Record<string, unknown>>;
  source: Generated<'local' | 'scim' | 'directory' | 'jit'>;
  user_code_hash: Maybe<Buffer>;
  user_code_issued_at: MaybeMoment;
  user_code_length: Maybe<number>;
  failed_count: Generated<number>;
  failed_since: MaybeMoment;
  failed_streak: Generated<number>;
  locked_until: MaybeMoment;
  signed_out_at: DefaultMoment;
  /** At most as new as in `last_sign_ins`, which follows it; seeds write it, and the version before. */
  logined_at: MaybeMoment;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
  other_mail_addresses: Generated<string>;
  search_text: Computed<string>;
  name_key: Computed<string>;
  department_key: Computed<string>;
  location_key: Computed<string>;
}

/** By triggers every user has one. */
export interface LastSignIns {
  tenant_id: string;
  uuid: string;
  /** '-infinity': never. */
  signed_in_at: DefaultMoment;
  /** When the account was made: of those who never came, for all. */
  created_at: MaybeMoment;
}

/** Of whom there is something to say: failures elsewhere than in known browsers, and what was mailed of it. */
export interface SignInGuards {
  tenant_id: string;
  uuid: string;
  unknown_count: Generated<number>;
  unknown_since: MaybeMoment;
  unknown_streak: Generated<number>;
  /** 'infinity': until the account is rescued. */
  unknown_until: MaybeMoment;
  device_count: Generated<number>;
  device_since: MaybeMoment;
  device_streak: Generated<number>;
  device_until: MaybeMoment;
  known_since: MaybeMoment;
  told_browsers: Generated<string[]>;
  told_of_lock_at: MaybeMoment;
  told_of_stop_at: MaybeMoment;
}

export interface UserCounts {
  tenant_id: string;
  slot: number;
  roles: Generated<string[]>;
  users: number;
  changed_at: DefaultMoment;
}

export interface UserStatusCounts {
  tenant_id: string;
  slot: number;
  status: string;
  users: number;
}

export interface UserMailAddresses {
  tenant_id: string;
  user_uuid: string;
  position: number;
  mail_address: string;
  mail_address_key: Computed<string>;
}

export interface UserPasswords {
  tenant_id: string;
  user_uuid: string;
  password_hash: string;
  changed_at: Moment;
  must_change: Generated<boolean>;
  one_time_until: MaybeMoment;
  noticed_expiry: MaybeMoment;
}

export interface PasswordHistory {
  tenant_id: string;
  user_uuid: string;
  changed_at: Moment;
  password_hash: string;
}

export interface Totps {
  tenant_id: string;
  uuid: string;
  user_uuid: string;
  sealed_secret: Buffer;
  enabled: Generated<boolean>;
  last_step: Generated<number>;
  created_at: DefaultMoment;
  activated_at: MaybeMoment;
  wrong_count: Generated<number>;
}

export interface RecoveryCodes {
  tenant_id: string;
  user_uuid: string;
  code_hash: Buffer;
  consumed_at: MaybeMoment;
  keyed: Generated<boolean>;
}

export interface OnpremiseAccounts {
  tenant_id: string;
  uuid: string;
  user_uuid: string;
  device_type: string;
  type: 'mfp_address_book' | 'address_book' | 'card';
  index: number;
  value_hash: Buffer;
  hint: Generated<string>;
  created_at: DefaultMoment;
}

export interface OpenidProviderAccounts {
  tenant_id: string;
  uuid: string;
  user_uuid: string;
  op_id: string;
  subject_sub_id: string;
  display_name: Generated<string>;
  created_at: DefaultMoment;
}

export interface Groups {
  tenant_id: string;
  uuid: string;
  group_id: string;
  group_id_key: Computed<string>;
  name: string;
  name_key: Computed<string>;
  description: Generated<string>;
  azure_ad_status: Maybe<string>;
  /** Kept by the edges (migration 0012). */
  child_count: Generated<number>;
  parent_count: Generated<number>;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
}

export interface GroupUsers {
  tenant_id: string;
  group_uuid: string;
  user_uuid: string;
  /** Filled in where it is not stated. */
  user_id_key: Generated<string>;
}

export interface GroupUserCounts {
  tenant_id: string;
  group_uuid: string;
  slot: number;
  users: number;
}

export interface GroupDevices {
  tenant_id: string;
  group_uuid: string;
  device_uuid: string;
  device_id_key: string;
}

export interface GroupDeviceCounts {
  tenant_id: string;
  group_uuid: string;
  slot: number;
  devices: number;
}

export interface GroupGroups {
  tenant_id: string;
  parent_uuid: string;
  child_uuid: string;
}

export interface GroupAncestry {
  tenant_id: string;
  ancestor_uuid: string;
  descendant_uuid: string;
  ways: string;
}

export interface Tags {
  tenant_id: string;
  uuid: string;
  name: string;
  name_key: Computed<string>;
  description: Generated<string>;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
}

export interface GroupTags {
  tenant_id: string;
  group_uuid: string;
  tag_uuid: string;
}

export interface Sessions {
  tenant_id: string;
  session_id: string;
  user_uuid: string;
  secret_hash: Buffer;
  login_type: string;
  proofs: string[];
  proven_accounts: Json<ProvenAccount[]>;
  address: Maybe<string>;
  user_agent: Generated<string>;
  login_at: Moment;
  last_seen_at: Moment;
  proved_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
  ended_reason: Maybe<string>;
  device_uuid: Maybe<string>;
  card_uuid: Maybe<string>;
}

export interface PendingSignIns {
  tenant_id: string;
  login_hash: Buffer;
  step: 'selectAccounts' | 'mfa' | 'password';
  user_uuid: Maybe<string>;
  candidates: Json<ProvenAccount[]>;
  login_type: string;
  proofs: string[];
  wrong_count: Generated<number>;
  expires_at: Moment;
  consumed_at: MaybeMoment;
  device_uuid: Maybe<string>;
  card_uuid: Maybe<string>;
}

export interface OneTimeCodes {
  tenant_id: string;
  code_hash: Buffer;
  kind: 'exchange' | 'temporary' | 'ticket';
  purpose: string;
  user_uuid: Maybe<string>;
  data: Json<Record<string, unknown>>;
  wrong_count: Generated<number>;
  mfa_at: MaybeMoment;
  created_at: DefaultMoment;
  expires_at: Moment;
  consumed_at: MaybeMoment;
}

export interface SigningKeys {
  tenant_id: string;
  kid: string;
  algorithm: string;
  public_jwk: JSONColumnType<Record<string, unknown>>;
  sealed_private_jwk: Buffer;
  state: 'next' | 'current' | 'retired';
  created_at: DefaultMoment;
  retired_at: MaybeMoment;
}

export interface LookupKeys {
  tenant_id: string;
  purpose: string;
  rank: number;
  sealed_key: Buffer;
  created_at: DefaultMoment;
}

export interface OauthClients {
  tenant_id: string;
  client_id: string;
  name: string;
  metadata: JSONColumnType<Record<string, unknown>>;
  secret_hash: Maybe<Buffer>;
  disabled_at: MaybeMoment;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
  service_class: Maybe<string>;
  first_party: Generated<boolean>;
}

export interface OauthConsents {
  tenant_id: string;
  user_uuid: string;
  client_id: string;
  scopes: string[];
  since: Moment;
  answered_at: Moment;
}

export interface OauthArtifacts {
  tenant_id: string;
  model: string;
  id_hash: Buffer;
  payload: JSONColumnType<Record<string, unknown>>;
  grant_hash: Maybe<Buffer>;
  user_uuid: Maybe<string>;
  session_id: Maybe<string>;
  client_id: Maybe<string>;
  uid_hash: Maybe<Buffer>;
  user_code_hash: Maybe<Buffer>;
  expires_at: MaybeMoment;
  consumed_at: MaybeMoment;
}

export interface FeatureToggles {
  tenant_id: string;
  name: string;
  active: boolean;
  updated_at: DefaultMoment;
}

export interface MaintenanceWindows {
  tenant_id: string;
  uuid: string;
  title: JSONColumnType<Record<string, string>>;
  starts_at: Moment;
  ends_at: Moment;
  ended_at: MaybeMoment;
  created_at: DefaultMoment;
}

export interface CustomScripts {
  tenant_id: string;
  url: string;
  integrity: string;
  updated_at: DefaultMoment;
}

export interface StatusComponents {
  tenant_id: string;
  component_id: string;
  name: string;
  status: 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance';
  updated_at: DefaultMoment;
}

export interface OperatorTokens {
  tenant_id: string;
  token_hash: Buffer;
  name: string;
  created_at: DefaultMoment;
  expires_at: Moment;
  revoked_at: MaybeMoment;
  scopes: Generated<string[]>;
}

export interface Throttles {
  tenant_id: string;
  key_hash: Buffer;
  window_start: Moment;
  count: number;
}

export interface SessionClients {
  tenant_id: string;
  session_id: string;
  client_id: string;
}

export interface Deliveries {
  tenant_id: string;
  delivery_id: Generated<string>;
  kind: 'backchannelLogout';
  target: string;
  content: Json<Record<string, unknown>>;
  state: Generated<'waiting' | 'sending' | 'delivered' | 'uncertain' | 'dead'>;
  tries: Generated<number>;
  created_at: DefaultMoment;
  next_at: DefaultMoment;
  claimed_until: MaybeMoment;
  give_up_at: DefaultMoment;
  ended_at: MaybeMoment;
  was_uncertain: Generated<boolean>;
  last_error: Maybe<string>;
}

export interface MailOutbox {
  tenant_id: string;
  mail_id: string;
  receiver_uuid: Maybe<string>;
  recipient: string;
  kind: string;
  locale: string;
  sealed_content: Buffer;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  attempts: Generated<number>;
  next_attempt_at: DefaultMoment;
  claimed_until: MaybeMoment;
  created_at: DefaultMoment;
  sent_at: MaybeMoment;
  last_error: Maybe<string>;
}

export interface LoginLog {
  tenant_id: string;
  at: Moment;
  id: string;
  user_uuid: Maybe<string>;
  user_id: Generated<string>;
  login_type: string;
  status: string;
  reason: Maybe<string>;
  address: Maybe<string>;
  user_agent: Generated<string>;
  session_id: Maybe<string>;
  request_id: Generated<string>;
  device_id: Maybe<string>;
  client_request_id: Maybe<string>;
  client_id: Maybe<string>;
  client_name: Maybe<string>;
}

export interface SystemOperationLog {
  tenant_id: string;
  at: Moment;
  id: string;
  operation: string;
  action: string;
  status: string;
  operator_uuid: Maybe<string>;
  operator_user_id: string;
  target_type: Maybe<string>;
  target_id: Maybe<string>;
  changes: Json<Record<string, unknown>>;
  address: Maybe<string>;
  request_id: Generated<string>;
  error_id: Maybe<string>;
  reason: Maybe<string>;
  client_request_id: Maybe<string>;
}

export interface BrowserOperationLog {
  tenant_id: string;
  at: Moment;
  id: string;
  user_uuid: Maybe<string>;
  entry: JSONColumnType<Record<string, unknown>>;
  address: Maybe<string>;
  request_id: Generated<string>;
}

export interface UserImports {
  tenant_id: string;
  import_id: string;
  kind: 'format' | 'directory' | 'json';
  status: UserImportStatus;
  file_name: string;
  file_bytes: Generated<number>;
  received_at: MaybeMoment;
  encoding: Generated<string>;
  delimiter: Generated<string>;
  columns: Json<string[]>;
  mapping: Json<Record<string, string>>;
  empty_cells: Generated<'clear' | 'keep'>;
  operation: Maybe<string>;
  unasked: Generated<boolean>;
  confirm_count: Maybe<number>;
  counts: MaybeJson<ImportCounts>;
  rows_total: Maybe<number>;
  rows_done: Generated<number>;
  bytes_read: Generated<number>;
  phase_at: Moment;
  claim: Maybe<string>;
  claimed_at: MaybeMoment;
  error_id: Maybe<string>;
  error_field: Maybe<string>;
  created_by: string;
  created_by_user_id: string;
  permissions: string[];
  operator_uuid: string;
  operator_user_id: string;
  address: Maybe<string>;
  request_id: Generated<string>;
  created_at: Moment;
  confirmed_at: MaybeMoment;
  finished_at: MaybeMoment;
  expires_at: Moment;
}

interface Change {
  before: unknown;
  after: unknown;
}

/** Why a row of an import is wrong. */
export interface Reason {
  id: ErrorId;
  field?: string;
}

/** Rows of an import by what becomes of them. */
export interface ImportCounts {
  create: number;
  update: number;
  delete: number;
  unchanged: number;
  wrong: number;
  /** Of those created: how many are active at once, without a password. */
  createsActive?: number;
  /** Of the wrong: how many the tenant's limit of users leaves no room for. Told before they are carried out. */
  beyondUserLimit?: number;
  /** Of the updates: how many take the address to sign in with. Told before they are carried out. */
  losesAddress?: number;
  /** Of the updates: how many take the user out of a group. Told before they are carried out. */
  leavesGroups?: number;
  /** Of those created or updated: how many take a recent proof to carry out (new administrators, other addresses). */
  needsProof?: number;
}

export interface UserImportFiles {
  tenant_id: string;
  import_id: string;
  part: number;
  content: Buffer;
  sealed: Generated<boolean>;
}

export interface UserImportRows {
  tenant_id: string;
  import_id: string;
  row_no: number;
  kind: 'create' | 'update' | 'delete' | 'unchanged' | 'wrong';
  operation: string;
  user_id: string;
  user_uuid: Maybe<string>;
  given: JSONColumnType<Record<string, unknown>>;
  changes: MaybeJson<Record<string, Change>>;
  before: MaybeJson<Record<string, unknown>>;
  reasons: Json<Reason[]>;
}

export interface UserImportBites {
  tenant_id: string;
  import_id: string;
  bite: number;
  done_at: MaybeMoment;
}

export interface UserBulks {
  tenant_id: string;
  bulk_id: string;
  action: UserBulkAction;
  status: Generated<UserBulkStatus>;
  users_total: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  error_id: Maybe<string>;
  operator_uuid: string;
  operator_user_id: string;
  address: Maybe<string>;
  request_id: Generated<string>;
  created_at: Moment;
  finished_at: MaybeMoment;
  expires_at: Moment;
}

export interface UserBulkBites {
  tenant_id: string;
  bulk_id: string;
  bite: number;
  user_uuids: string[];
  user_ids: string[];
  failures: Json<BulkFailure[]>;
  done_at: MaybeMoment;
}

/** Somebody an act on many could not be done to. */
export interface BulkFailure {
  userId: string;
  message_id: ErrorId;
}

export interface UserImportMappings {
  tenant_id: string;
  mapping: JSONColumnType<Record<string, string>>;
  empty_cells: string;
}

export interface LogTerms {
  tenant_id: string;
  log: 'login' | 'systemOperation';
  field: string;
  term: string;
  search_text: Computed<string>;
  checked_at: DefaultMoment;
}

export interface LogCounts {
  tenant_id: string;
  log: 'login' | 'systemOperation';
  slot: Moment;
  outcome: string;
  rows: number;
}

export interface LogCounted {
  tenant_id: string;
  log: 'login' | 'systemOperation';
  counted_to: Moment;
}

export interface LogRetention {
  tenant_id: string;
  days: number;
  changed_at: Moment;
}

export interface UserExports {
  tenant_id: string;
  export_status_id: string;
  kind: Generated<'users' | 'logs' | 'devices'>;
  status: 'accepting' | 'processing' | 'completed' | 'canceled' | 'error';
  condition: JSONColumnType<Record<string, unknown>>;
  created_at: Moment;
  created_by: string;
  created_by_user_id: string;
  attributes: Maybe<string[]>;
  rows_total: Maybe<number>;
  rows_done: Generated<number>;
  started_at: MaybeMoment;
  finished_at: MaybeMoment;
  expires_at: Moment;
  error_id: Maybe<string>;
}

export interface UserExportParts {
  tenant_id: string;
  export_status_id: string;
  index: number;
  after_uuid: Maybe<string>;
  up_to_uuid: Maybe<string>;
  rows: Generated<number>;
  bytes: Generated<number>;
  done_at: MaybeMoment;
  after_at: MaybeMoment;
  up_to_at: MaybeMoment;
  sha256: Maybe<Buffer>;
}

export interface UserExportPieces {
  tenant_id: string;
  export_status_id: string;
  index: number;
  piece: number;
  content: Buffer;
}

export interface MailRuns {
  tenant_id: string;
  uuid: string;
  send_type: string;
  status: Generated<'processing' | 'completed' | 'cancelled'>;
  link_seconds: Maybe<number>;
  total: number;
  sent: Generated<number>;
  refused: Generated<number>;
  operator_uuid: string;
  operator_user_id: string;
  address: Maybe<string>;
  request_id: Generated<string>;
  created_at: Moment;
  ended_at: MaybeMoment;
}

export interface MailRunTargets {
  tenant_id: string;
  run_uuid: string;
  user_uuid: string;
  state: Generated<'waiting' | 'sent' | 'refused' | 'cancelled'>;
  reason: Maybe<string>;
  mail_id: Maybe<string>;
  undelivered: Maybe<string>;
}

export interface RegistrationMails {
  tenant_id: string;
  uuid: string;
  user_uuid: string;
  run_uuid: Maybe<string>;
  mail_address: string;
  code_hash: Buffer;
  sent_at: Moment;
  expires_at: Moment;
  opened_at: MaybeMoment;
  completed_at: MaybeMoment;
  ended_at: MaybeMoment;
  ended_reason: Maybe<'replaced' | 'cancelled'>;
  mail_id: Maybe<string>;
}

export interface CustomizedMails {
  tenant_id: string;
  type: string;
  use: boolean;
  mail_subject: string;
  mail_body: string;
  updated_at: Moment;
}

export interface RegistrationUrls {
  tenant_id: string;
  uuid: string;
  secret_hash: Buffer;
  sealed_secret: Buffer;
  role: string;
  enabled_domains: Generated<string[]>;
  license_ids: Generated<string[]>;
  users_limit: number;
  users_count: Generated<number>;
  expires_at: Moment;
  ended_at: MaybeMoment;
  created_by: string;
  created_by_uuid: Maybe<string>;
  created_at: Moment;
}

export interface TermsAcceptances {
  tenant_id: string;
  user_uuid: string;
  version: string;
  accepted_at: Moment;
}

/** Rows of the provider's space. */
export interface Services {
  tenant_id: string;
  service_class: string;
  enabled: Generated<boolean>;
  names: JSONColumnType<Record<string, string>>;
  descriptions: Json<Record<string, string>>;
  link_urls: MaybeJson<Record<string, string>>;
  admin_link_urls: MaybeJson<Record<string, string>>;
  icon: Maybe<string>;
  icon_version: Maybe<string>;
  created_at: Moment;
  updated_at: Moment;
}

export interface Contracts {
  tenant_id: string;
  contract_id: string;
  rate_plan_name: string;
  subscription_regional_id: string;
  starts_at: Moment;
  ends_at: MaybeMoment;
  created_at: Moment;
  updated_at: Moment;
}

export interface Licenses {
  tenant_id: string;
  license_id: string;
  contract_id: string;
  service_class: string;
  volume_type: 'user' | 'device';
  volume: number;
  available_roles: Maybe<string[]>;
  available_device_types: Maybe<string[]>;
  starts_at: MaybeMoment;
  expires_at: MaybeMoment;
  suspended_at: MaybeMoment;
  created_at: Moment;
  updated_at: Moment;
  generation: Generated<number>;
  all_users: Generated<boolean>;
  all_device_types: Generated<string[]>;
  swept_generation: Generated<number>;
  over_used_since: MaybeMoment;
  revision: Generated<number>;
}

export interface Devices {
  tenant_id: string;
  uuid: string;
  device_id: string;
  device_id_key: Computed<string>;
  serial_id: string;
  serial_id_key: Computed<string>;
  device_type: string;
  description: Generated<string>;
  roles: Generated<string[]>;
  last_seen_at: MaybeMoment;
  created_at: Moment;
  updated_at: Moment;
  search_text: Computed<string>;
  credential_status: Generated<DeviceCredentialStatus>;
}

export interface DeviceCredentials {
  tenant_id: string;
  device_uuid: string;
  family_hash: Buffer;
  current_hash: Buffer;
  next_hash: Maybe<Buffer>;
  next_at: MaybeMoment;
  issued_at: Moment;
  expires_at: MaybeMoment;
}

export interface DeviceCounts {
  tenant_id: string;
  slot: number;
  device_type: string;
  roles: string[];
  devices: number;
  changed_at: DefaultMoment;
}

export interface LicenseUsers {
  tenant_id: string;
  user_uuid: string;
  license_id: string;
  generation: number;
  permitted: boolean;
  counts: boolean;
}

export interface LicenseDevices {
  tenant_id: string;
  device_uuid: string;
  license_id: string;
  generation: number;
  permitted: boolean;
  counts: boolean;
}

export interface LicenseRevisions {
  tenant_id: string;
  license_id: string;
  revision: number;
  at: Moment;
  operator_uuid: Maybe<string>;
  is_rule: boolean;
  permitted: string[];
  taken: string[];
}

export interface LicenseCounts {
  tenant_id: string;
  license_id: string;
  generation: number;
  slot: number;
  permitted: number;
  excepted: number;
}

export interface LastUses {
  tenant_id: string;
  user_uuid: string;
  license_id: string;
  used_at: Moment;
}

export interface Schema {
  tenants: Tenants;
  tenant_logos: TenantLogos;
  users: Users;
  user_counts: UserCounts;
  user_status_counts: UserStatusCounts;
  user_mail_addresses: UserMailAddresses;
  user_passwords: UserPasswords;
  password_history: PasswordHistory;
  last_sign_ins: LastSignIns;
  totps: Totps;
  recovery_codes: RecoveryCodes;
  onpremise_accounts: OnpremiseAccounts;
  openid_provider_accounts: OpenidProviderAccounts;
  groups: Groups;
  group_users: GroupUsers;
  group_user_counts: GroupUserCounts;
  group_devices: GroupDevices;
  group_device_counts: GroupDeviceCounts;
  group_groups: GroupGroups;
  group_ancestry: GroupAncestry;
  tags: Tags;
  group_tags: GroupTags;
  sessions: Sessions;
  pending_sign_ins: PendingSignIns;
  sign_in_guards: SignInGuards;
  one_time_codes: OneTimeCodes;
  signing_keys: SigningKeys;
  lookup_keys: LookupKeys;
  oauth_clients: OauthClients;
  security_policy_versions: SecurityPolicyVersions;
  policy_change_mails: PolicyChangeMails;
  oauth_artifacts: OauthArtifacts;
  oauth_consents: OauthConsents;
  feature_toggles: FeatureToggles;
  maintenance_windows: MaintenanceWindows;
  custom_scripts: CustomScripts;
  status_components: StatusComponents;
  operator_tokens: OperatorTokens;
  throttles: Throttles;
  session_clients: SessionClients;
  deliveries: Deliveries;
  mail_outbox: MailOutbox;
  mail_runs: MailRuns;
  mail_run_targets: MailRunTargets;
  registration_mails: RegistrationMails;
  customized_mails: CustomizedMails;
  registration_urls: RegistrationUrls;
  terms_acceptances: TermsAcceptances;
  login_log: LoginLog;
  system_operation_log: SystemOperationLog;
  browser_operation_log: BrowserOperationLog;
  log_terms: LogTerms;
  log_counts: LogCounts;
  log_counted: LogCounted;
  log_retention: LogRetention;
  user_imports: UserImports;
  user_import_files: UserImportFiles;
  user_import_rows: UserImportRows;
  user_import_bites: UserImportBites;
  user_import_mappings: UserImportMappings;
  user_bulks: UserBulks;
  user_bulk_bites: UserBulkBites;
  user_exports: UserExports;
  user_export_parts: UserExportParts;
  user_export_pieces: UserExportPieces;
  services: Services;
  contracts: Contracts;
  licenses: Licenses;
  devices: Devices;
  device_credentials: DeviceCredentials;
  device_counts: DeviceCounts;
  license_users: LicenseUsers;
  license_devices: LicenseDevices;
  license_counts: LicenseCounts;
  license_revisions: LicenseRevisions;
  last_uses: LastUses;
}
