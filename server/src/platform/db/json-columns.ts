import type { ApiScope } from '#contract/apps/api-values.ts';
import type { AttributeStatement } from '#contract/apps/saml-idp.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { MappedField, MappedGroup } from '#contract/federation/mapping-values.ts';
import type { TargetMapping } from '#contract/provisioning/target-values.ts';
import type { ColumnType } from 'kysely';

/** An account, named from outside its tenant. */
export interface AccountKey {
  tenantId: string;
  uuid: string;
}

/** An account whose password matched, and when. A later password change invalidates it. */
export interface ProvenAccount extends AccountKey {
  provenAt: string;
  /** When it was proved to the identity provider that vouches for it; that is how old the proof is. */
  authenticatedAt?: string;
  /** UUID of the connection to the identity provider that vouches for it. */
  connection?: string;
  /** The session there, where the provider can end it; only the room of its protocol knows more. */
  providerSession?: string;
  /** Until when the provider vouches for it: its session here ends then. */
  until?: string;
}

interface Change {
  before: unknown;
  after: unknown;
}

/** Why an import row is invalid. */
export interface Reason {
  id: ErrorId;
  field?: string;
}

/** Number of import rows by outcome. */
export interface ImportCounts {
  create: number;
  update: number;
  delete: number;
  unchanged: number;
  wrong: number;
  /** Of the created: how many become active at once, without a password. */
  createsActive?: number;
  /** Of the invalid: how many exceed the tenant's user limit. Shown before the import is applied. */
  beyondUserLimit?: number;
  /** Of the updated: how many lose their sign-in email address. Shown before the import is applied. */
  losesAddress?: number;
  /** Of the updated: how many leave a group. Shown before the import is applied. */
  leavesGroups?: number;
  /** Of the created or updated: how many need a recent proof to be applied (new administrators, changed addresses). */
  needsProof?: number;
}

/** A user for whom a bulk operation failed. */
export interface BulkFailure {
  userId: string;
  message_id: ErrorId;
}

/**
 * Types of the JSON columns, which the database does not know. Every JSON column must be listed, or `rows.ts` does not
 * compile.
 */
interface JsonColumns {
  'tenants.security_policy': Record<string, unknown>;
  'tenants.provisioning_policy': Record<string, unknown>;
  'tenants.app_extension': Record<string, unknown>;
  'tenants.user_extension_attribute_properties': Record<string, unknown>;
  'tenants.custom_theme': Record<string, unknown>;
  'security_policy_versions.changes': Record<string, Change>;
  'security_policy_versions.policy': Record<string, unknown>;
  'deleted_users.account': Record<string, unknown>;
  'deleted_users.belongings': Record<string, unknown[]>;
  'users.app_extension': Record<string, unknown>;
  'users.extension_attributes': Record<string, unknown>;
  'scim_bulks.ids': Record<string, string>;
  'scim_bulk_pieces.operations': unknown[];
  'scim_bulk_pieces.results': unknown[];
  'provisioning_targets.mapping': TargetMapping;
  'provisioning_targets.compare_counts': Record<string, number>;
  'provisioned_remotes.facts': Record<string, string>;
  'source_users.resource': Record<string, unknown>;
  'sessions.proven_accounts': ProvenAccount[];
  'pending_sign_ins.candidates': ProvenAccount[];
  'one_time_codes.data': Record<string, unknown>;
  'federated_requests.registration': unknown;
  'federation_traces.detail': Record<string, string>;
  'connection_mappings.mapped_fields': MappedField[];
  'connection_mappings.mapped_groups': MappedGroup[];
  'connection_mappings.last_test': Record<string, string[]>;
  'signing_keys.public_jwk': Record<string, unknown>;
  'oauth_clients.metadata': Record<string, unknown>;
  'oauth_apis.scopes': ApiScope[];
  'oauth_artifacts.payload': Record<string, unknown>;
  'maintenance_windows.title': Record<string, string>;
  'deliveries.content': Record<string, unknown>;
  'system_operation_log.changes': Record<string, unknown>;
  'browser_operation_log.entry': Record<string, unknown>;
  'user_imports.columns': string[];
  'user_imports.mapping': Record<string, string>;
  'user_imports.counts': ImportCounts;
  'user_import_rows.given': Record<string, unknown>;
  'user_import_rows.changes': Record<string, Change>;
  'user_import_rows.before': Record<string, unknown>;
  'user_import_rows.reasons': Reason[];
  'user_bulk_bites.failures': BulkFailure[];
  'user_bulk_bites.done': { uuid: string; userId: string; changes?: Record<string, Change> }[];
  'user_import_mappings.mapping': Record<string, string>;
  'user_exports.condition': Record<string, unknown>;
  'services.names': Record<string, string>;
  'services.descriptions': Record<string, string>;
  'services.link_urls': Record<string, string>;
  'services.admin_link_urls': Record<string, string>;
  'saml_sps.attribute_statements': AttributeStatement[];
}

/** A JSON column: read as its type, written as text. */
export type JsonOf<Column extends keyof JsonColumns> = ColumnType<JsonColumns[Column], string, string>;
