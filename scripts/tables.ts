import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The owner of each table: the only room that writes it. Others call its functions, or declare a port
 * (docs/ARCHITECTURE.md).
 */
export const owned: Record<string, readonly string[]> = {
  'platform/limits': ['throttles'],
  'platform/events': ['event_positions', 'login_log', 'system_operation_log'],
  'platform/deliver': ['deliveries'],
  'platform/mail': ['mail_outbox'],
  'platform/exports': ['user_export_parts', 'user_export_pieces', 'user_exports'],
  'platform/saml': ['saml_idp_certificates'],
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
  federation: [
    'connection_mappings',
    'connection_setup_links',
    'domain_routes',
    'email_domains',
    'federated_requests',
    'federation_traces',
    'openid_connections',
    'openid_provider_accounts',
    'saml_certificates',
    'saml_connections',
    'saml_posted_answers',
    'saml_provider_sessions',
    'saml_used_assertions',
    'unknown_users',
  ],
  provisioning: [
    'management_tokens',
    'provisioned_differences',
    'provisioned_remotes',
    'provisioned_users',
    'provisioning_sources',
    'provisioning_target_groups',
    'provisioning_targets',
    'scim_bulk_pieces',
    'scim_bulks',
    'source_departures',
    'source_groups',
    'source_runs',
    'source_user_counts',
    'source_users',
  ],
  apps: [
    'app_requests',
    'client_refusals',
    'oauth_apis',
    'oauth_artifacts',
    'oauth_client_groups',
    'oauth_client_users',
    'oauth_clients',
    'oauth_consents',
    'saml_name_ids',
    'saml_requests',
    'saml_sp_certifications',
    'saml_sp_refusals',
    'saml_sp_sessions',
    'saml_sps',
  ],
  logs: [
    'browser_operation_log',
    'log_counted',
    'log_counts',
    'log_retention',
    'log_terms',
    'webhook_deliveries',
    'webhooks',
  ],
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

const PIN = 'columns of a credential at the user: with a row of their own, every list of users would join it';
const COUNTERS =
  'columns of sign-in at the user (failures, lock, signed out): read and locked with the user at every sign-in';
const TOKENS = 'tokens end with their session, in its statement: a port to apps would add a round trip to each end';

/**
 * Files that still write tables of another room, with the tables and the reason. The list only shrinks: a new writer
 * and an entry without need fail the test. Demo tenants (`operator/demo`) may write everything, since nobody uses them
 * yet.
 */
export const foreign: Record<string, Readonly<Record<string, string>>> = {
  'credentials/device-login/queries.ts': { users: PIN },
  'credentials/passwords/queries.ts': {
    sign_in_guards: 'a new password lifts the locks of all doors: credentials lie below sign-in',
    users: COUNTERS,
  },
  'people/bin/queries.ts': {
    last_uses: 'what a user had comes back as it was, in one statement over all of it',
    license_users: 'as last_uses; seats are counted by the triggers of licences',
    totps: 'sealed secrets move between the bin and their table without being opened',
  },
  'platform/secrets/queries.ts': {
    recovery_codes: 'keyed hashes replace bare ones: how they are kept, not what they say',
  },
  'sign-in/guards.ts': { users: COUNTERS },
  'sign-in/my-accounts/queries.ts': { users: 'which account opens by default: a choice of sign-in, kept at the user' },
  'sign-in/sessions/queries.ts': { oauth_artifacts: TOKENS, users: COUNTERS },
  'sign-in/sessions/sign-out.ts': { oauth_artifacts: TOKENS, users: COUNTERS },
};

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g;

export interface Writer {
  /** Under server/src. */
  path: string;
  tables: string[];
}

/** Tables that a source writes, with Kysely or SQL. */
export function tablesWritten(source: string): string[] {
  const found = [...source.matchAll(WRITES)].map(([, builder, insert, update]) => builder ?? insert ?? update ?? '');
  return [...new Set(found)].sort();
}

/** All files of the server that write a table. */
export function readWriters(root: string): Writer[] {
  const server = join(root, 'server/src');
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$/.test(path) && !path.startsWith('operator/demo/'))
    .map((path) => ({ path, tables: tablesWritten(readFileSync(join(server, path), 'utf8')) }))
    .filter(({ tables }) => tables.length > 0);
}

const roomOf = (path: string) => /^(platform\/[^/]+|[^/]+)/.exec(path)?.[1] ?? path;

/** Writes to tables of other rooms that are not on the list, and entries of the list without need. */
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
      .filter(({ path, table }) => known[path]?.[table] === undefined)
      .map(({ path, table }) => `${path} writes ${table}, which belongs to ${ownerOf.get(table)}`),
    ...Object.entries(known).flatMap(([path, tables]) =>
      Object.keys(tables)
        .filter((table) => !has(path, table))
        .map((table) => `${path} no longer writes ${table}: strike it off`),
    ),
  ];
}
