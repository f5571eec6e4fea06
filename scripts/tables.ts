import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who owns which table: the room that alone writes it. Others ask its functions, or declare a port (docs/ARCHITECTURE.md). */
export const owned: Record<string, readonly string[]> = {
  'platform/limits': ['throttles'],
  'platform/events': ['event_positions', 'login_log', 'system_operation_log'],
  'platform/deliver': ['deliveries', 'mail_outbox'],
  'platform/exports': ['user_export_parts', 'user_export_pieces', 'user_exports'],
  'platform/secrets': ['lookup_keys', 'signing_keys'],
  tenant: ['customized_mails', 'policy_change_mails', 'security_policy_versions', 'tenant_logos', 'tenants'],
  devices: ['device_counts', 'device_credentials', 'devices'],
  credentials: [
    'one_time_codes',
    'onpremise_accounts',
    'password_history',
    'recovery_codes',
    'totps',
    'user_passwords',
  ],
  people: [
    'deleted_totps',
    'deleted_users',
    'group_ancestry',
    'group_device_counts',
    'group_devices',
    'group_groups',
    'group_tags',
    'group_user_counts',
    'group_users',
    'groups',
    'role_grants',
    'tags',
    'user_bulk_bites',
    'user_bulks',
    'user_counts',
    'user_import_bites',
    'user_import_files',
    'user_import_mappings',
    'user_import_rows',
    'user_imports',
    'user_mail_addresses',
    'user_status_counts',
    'users',
  ],
  licences: ['last_uses', 'license_counts', 'license_devices', 'license_revisions', 'license_users', 'licenses'],
  'sign-in': ['last_sign_ins', 'pending_sign_ins', 'session_clients', 'sessions', 'sign_in_guards'],
  joining: ['mail_run_targets', 'mail_runs', 'registration_mails', 'registration_urls'],
  federation: ['openid_provider_accounts'],
  apps: ['oauth_artifacts', 'oauth_clients', 'oauth_consents'],
  logs: ['browser_operation_log', 'log_counted', 'log_counts', 'log_retention', 'log_terms'],
  site: ['terms_acceptances'],
  operator: [
    'contracts',
    'custom_scripts',
    'feature_toggles',
    'maintenance_windows',
    'operator_tokens',
    'services',
    'status_components',
  ],
};

/**
 * Files that still write a table of another room, with the tables. The list only shrinks: a new writer, and an entry that
 * is no longer needed, fail the test. Made-up tenants (`operator/demo`) write what they like: nobody else is there yet.
 */
export const foreign: Record<string, readonly string[]> = {
  'credentials/device-login/queries.ts': ['users'],
  'credentials/passwords/queries.ts': ['sign_in_guards', 'users'],
  'joining/bulk-mails/delivery-queries.ts': ['mail_outbox'],
  'joining/bulk-mails/queries.ts': ['users'],
  'joining/self-registration/queries.ts': ['one_time_codes'],
  'operator/devices/queries.ts': ['devices'],
  'operator/licenses/queries.ts': ['licenses'],
  'operator/tenants/queries.ts': [
    'oauth_artifacts',
    'one_time_codes',
    'pending_sign_ins',
    'sessions',
    'tenants',
    'users',
  ],
  'operator/users/queries.ts': ['recovery_codes', 'totps'],
  'people/bin/queries.ts': ['last_uses', 'license_users', 'totps'],
  'people/changes/access.ts': ['one_time_codes'],
  'people/users/actions/queries.ts': ['recovery_codes', 'totps', 'user_passwords'],
  'platform/http/session-use.ts': ['sessions'],
  'platform/mail/queries.ts': ['mail_outbox'],
  'platform/secrets/queries.ts': ['recovery_codes'],
  'sign-in/guards.ts': ['users'],
  'sign-in/mail-requests/queries.ts': ['one_time_codes'],
  'sign-in/my-accounts/queries.ts': ['users'],
  'sign-in/password-reset/queries.ts': ['one_time_codes', 'recovery_codes', 'totps'],
  'sign-in/proofs/recovery-code.ts': ['recovery_codes'],
  'sign-in/proofs/totp.ts': ['totps'],
  'sign-in/sessions/queries.ts': ['oauth_artifacts', 'users'],
  'sign-in/sessions/sign-out.ts': ['oauth_artifacts', 'users'],
};

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g;

export interface Writer {
  /** Under server/src. */
  path: string;
  tables: string[];
}

/** Which tables a source writes: by Kysely or by SQL. */
export function tablesWritten(source: string): string[] {
  const found = [...source.matchAll(WRITES)].map(([, builder, insert, update]) => builder ?? insert ?? update ?? '');
  return [...new Set(found)].sort();
}

/** Every file of the server that writes a table. */
export function readWriters(root: string): Writer[] {
  const server = join(root, 'server/src');
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$/.test(path) && !path.startsWith('operator/demo/'))
    .map((path) => ({ path, tables: tablesWritten(readFileSync(join(server, path), 'utf8')) }))
    .filter(({ tables }) => tables.length > 0);
}

const roomOf = (path: string) => /^(platform\/[^/]+|[^/]+)/.exec(path)?.[1] ?? path;

/** Each write of a foreign table that is not on the list, and each entry of the list that nothing needs. */
export function foreignWrites(writers: readonly Writer[], known = foreign): string[] {
  const ownerOf = new Map(Object.entries(owned).flatMap(([room, tables]) => tables.map((table) => [table, room])));
  const writes = writers.flatMap(({ path, tables }) =>
    tables
      .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== roomOf(path))
      .map((table) => ({ path, table })),
  );
  const has = (path: string, table: string) => writes.some((write) => write.path === path && write.table === table);
  return [
    ...writes
      .filter(({ path, table }) => !known[path]?.includes(table))
      .map(({ path, table }) => `${path} writes ${table}, which belongs to ${ownerOf.get(table)}`),
    ...Object.entries(known).flatMap(([path, tables]) =>
      tables.filter((table) => !has(path, table)).map((table) => `${path} no longer writes ${table}: strike it off`),
    ),
  ];
}
