import { PROVIDER } from '../db/transaction.ts';

/**
 * Registry of sealed columns: every column that holds output of `Sealer.seal`, and the only place that defines its
 * context. A change of the master key walks this list, and a test finds sealed-looking columns that are missing. A new
 * entry also needs its line in the database function `count_sealed_values`.
 */
export interface SealedColumn {
  table: string;
  column: string;
  /** The columns after `tenant_id` that make the table's key, with their types. */
  key: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>;
  /** Other columns that the context is built from. */
  reads: readonly string[];
  /** Restricts to rows that hold a sealed value, where not all do. */
  where?: string;
  /** Rows per transaction. */
  batch: number;
  /** Context of a sealed value: moved to another row, it does not open. */
  context(row: Row): string;
}

/** A row as the database gives it. */
export type Row = Record<string, unknown> & { tenant_id: string };

const lines = 500;

export const totpContext = (tenantId: string, userUuid: string, totpUuid: string) =>
  `totp/${tenantId}/${userUuid}/${totpUuid}`;
export const mailContext = (tenantId: string, mailId: string) => `mail/${tenantId}/${mailId}`;
export const registrationUrlContext = (tenantId: string, uuid: string) => `registrationUrl/${tenantId}/${uuid}`;
export const importPartContext = (tenantId: string, importId: string, part: number) =>
  `user-import/${tenantId}/${importId}/${part}`;
/** The provider's keys for tokens have their name from before there were others. */
export const signingKeyContext = (tenantId: string, purpose: string, kid: string) =>
  tenantId === PROVIDER && purpose === 'oauth' ? `signing-key/${kid}` : `signing-key/${tenantId}/${purpose}/${kid}`;
export const openidClientContext = (tenantId: string, uuid: string) => `openid-client/${tenantId}/${uuid}`;
export const webhookContext = (tenantId: string, uuid: string) => `webhook/${tenantId}/${uuid}`;
export const targetContext = (tenantId: string, uuid: string) => `provisioning-target/${tenantId}/${uuid}`;
export const unknownUserContext = (tenantId: string, connection: string, subjectHash: string) =>
  `unknown-user/${tenantId}/${connection}/${subjectHash}`;
export const lookupKeyContext = (purpose: string, rank: number) => `lookup-key/${purpose}/${rank}`;

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'lookup_keys',
    column: 'sealed_key',
    key: { purpose: 'text', rank: 'integer' },
    reads: [],
    batch: lines,
    context: (row) => lookupKeyContext(String(row.purpose), Number(row.rank)),
  },
  {
    table: 'signing_keys',
    column: 'sealed_private_jwk',
    key: { kid: 'text' },
    reads: ['purpose'],
    batch: lines,
    context: (row) => signingKeyContext(row.tenant_id, String(row.purpose), String(row.kid)),
  },
  {
    table: 'totps',
    column: 'sealed_secret',
    key: { uuid: 'uuid' },
    reads: ['user_uuid'],
    batch: lines,
    context: (row) => totpContext(row.tenant_id, String(row.user_uuid), String(row.uuid)),
  },
  {
    // Of deleted users, who can be restored with them.
    table: 'deleted_totps',
    column: 'sealed_secret',
    key: { uuid: 'uuid' },
    reads: ['user_uuid'],
    batch: lines,
    context: (row) => totpContext(row.tenant_id, String(row.user_uuid), String(row.uuid)),
  },
  {
    table: 'registration_urls',
    column: 'sealed_secret',
    key: { uuid: 'uuid' },
    reads: [],
    batch: lines,
    context: (row) => registrationUrlContext(row.tenant_id, String(row.uuid)),
  },
  {
    table: 'openid_connections',
    column: 'sealed_client_secret',
    key: { uuid: 'uuid' },
    reads: [],
    batch: lines,
    context: (row) => openidClientContext(row.tenant_id, String(row.uuid)),
  },
  {
    table: 'webhooks',
    column: 'sealed_secret',
    key: { uuid: 'uuid' },
    reads: [],
    batch: lines,
    context: (row) => webhookContext(row.tenant_id, String(row.uuid)),
  },
  {
    // Signs too until the overlap ends.
    table: 'webhooks',
    column: 'sealed_previous_secret',
    key: { uuid: 'uuid' },
    reads: [],
    where: 'sealed_previous_secret is not null',
    batch: lines,
    context: (row) => webhookContext(row.tenant_id, String(row.uuid)),
  },
  {
    table: 'provisioning_targets',
    column: 'sealed_token',
    key: { uuid: 'uuid' },
    reads: [],
    batch: lines,
    context: (row) => targetContext(row.tenant_id, String(row.uuid)),
  },
  {
    table: 'mail_outbox',
    column: 'sealed_content',
    key: { mail_id: 'uuid' },
    reads: [],
    // The content of sent emails is deleted.
    where: "sealed_content <> ''",
    batch: lines,
    context: (row) => mailContext(row.tenant_id, String(row.mail_id)),
  },
  {
    table: 'user_import_files',
    column: 'content',
    key: { import_id: 'uuid', part: 'integer' },
    reads: [],
    where: 'sealed',
    // Half a megabyte each.
    batch: 8,
    context: (row) => importPartContext(row.tenant_id, String(row.import_id), Number(row.part)),
  },
  {
    table: 'unknown_users',
    column: 'sealed_claims',
    key: { connection: 'uuid', subject_hash: 'text' },
    reads: [],
    batch: lines,
    context: (row) => unknownUserContext(row.tenant_id, String(row.connection), String(row.subject_hash)),
  },
];

/** `table.column`, as the database function names it. */
export const placeOf = ({ table, column }: SealedColumn) => `${table}.${column}`;
