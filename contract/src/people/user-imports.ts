import { z } from 'zod';
import { type ErrorId, errorCatalogue } from '../errors.ts';
import * as field from '../fields.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_JSON_BYTES } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { seatForecasts } from '../seats.ts';
import {
  directoryFields,
  emptyCells,
  importEncodings,
  importRowKinds,
  toldBy,
  userImportKinds,
  userImportStatuses,
} from './user-imports-fields.ts';
import { tenantParams } from '../fields.ts';

export const importsPath = '/api/auth/tenants/{tenantId}/userImports';
export const importParams = z.strictObject({ ...tenantParams.shape, importId: field.uuid });
const amount = z.number().int();

/** A reason in words: of the file as a whole, or of one field of a row. */
const reason = z.strictObject({
  message_id: z.enum(Object.keys(errorCatalogue) as [ErrorId, ...ErrorId[]]),
  message: z.string(),
  field: z.string().optional(),
});

/**
 * Columns in use with the field each becomes. `userIdFromMailAddress`, `loginMailAddressAndUserId`: the user ID is made
 * from the part before the @, and an existing user with the sign-in address is that user.
 */
export const mapping = z.record(z.string().max(500), z.enum(directoryFields as [string, ...string[]]));

const counts = z.strictObject({
  create: amount,
  update: amount,
  delete: amount,
  unchanged: amount,
  wrong: amount,
});

/** An import with its progress. */
export const userImport = z.strictObject({
  importId: field.uuid,
  kind: z.enum(userImportKinds),
  /** The import or bulk action that this import undoes, if any. */
  undoes: field.uuid.nullable(),
  /** For the undo of a single change: the user. */
  changeOf: z.string().nullable(),
  status: z.enum(userImportStatuses),
  fileName: z.string(),
  fileBytes: amount,
  encoding: z.string(),
  /** Headers of the file. */
  columns: z.array(z.string()),
  /** For a directory file: the chosen mapping, otherwise the suggested one (the last used, or by headers). */
  mapping: z.record(z.string(), z.string()),
  emptyCells: z.enum(emptyCells),
  /** Result of the preview; null before it. `wrong` grows if rows fail while they are applied. */
  counts: counts.nullable(),
  /** Rows of the current phase: read while `checking`, applied while `processing`. */
  progress: z.strictObject({
    /** Null while it is not known: a file is read once to count its rows. */
    total: amount.nullable(),
    done: amount,
    /** Bytes read of `fileBytes` while `checking`. */
    bytes: amount,
    perSecond: z.number(),
    secondsLeft: z.number().nullable(),
  }),
  /** Number of created users who are active without having a password. */
  createsActive: amount,
  /** Updates that leave the user without a sign-in address; only in the preview. */
  losesAddress: amount,
  /** Wrong rows of the preview that exceed the tenant's user limit. */
  beyondUserLimit: amount,
  /** Updates that remove the user from a group; only in the preview. */
  leavesGroups: amount,
  /** Number of deletions to be typed at the confirmation; null for 100 or fewer. */
  confirmCount: amount.nullable(),
  error: reason.nullable(),
  /** The created users are invited when it is completed. */
  invites: z.boolean(),
  /** The bulk email that invites them; null before, or if there is nobody to invite. */
  invitedBy: field.uuid.nullable(),
  /** User ID of the uploader. */
  createdBy: z.string(),
  createdAt: z.string(),
  confirmedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string(),
});
export type UserImport = z.output<typeof userImport>;

const fileErrors = [
  'not_found',
  'service_processing',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'file_empty',
  'file_not_csv',
  'file_wrong_encoding',
  'missing_columns',
  'unknown_columns',
  'duplicated_columns',
] as const;

/**
 * Uploads a file. Form fields precede the file. A format file is checked immediately (`checking`); the columns of a
 * directory file are mapped first (`accepting`). Discards the same administrator's earlier unconfirmed upload.
 * `service_processing` while another import of the tenant is checked or applied.
 */
export const uploadUserImport = route({
  method: 'POST',
  path: importsPath,
  access: 'users:write',
  operation: 'create',
  event: 'userImport.uploaded',
  summary: 'Upload a file of users to import (multipart: kind, encoding, file)',
  params: tenantParams,
  form: z.strictObject({
    kind: z.enum(['format', 'directory']),
    encoding: z.enum(importEncodings).default('auto'),
  }),
  response: userImport,
  errors: fileErrors,
  transaction: 'own',
  bodyLimit: MAX_IMPORT_BYTES,
});

export const listUserImports = route({
  method: 'GET',
  path: importsPath,
  access: 'users:read',
  operation: 'read',
  summary: 'List imports, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(userImport),
  errors: ['not_found'],
});

export const getUserImport = route({
  method: 'GET',
  path: `${importsPath}/{importId}`,
  access: 'users:read',
  operation: 'read',
  summary: 'Get an import and its progress',
  params: importParams,
  response: userImport,
  errors: ['not_found'],
});

/** The seats that the rows of a previewed import would take or free. Empty for any other import. */
export const forecastUserImportSeats = route({
  method: 'GET',
  path: `${importsPath}/{importId}/seats`,
  access: 'licenses:read',
  operation: 'read',
  summary: 'Preview the seats that an import would take',
  params: importParams,
  response: seatForecasts,
  errors: ['not_found'],
});

/** Sample values of a column of a directory file. */
const userImportSample = z.strictObject({
  column: z.string(),
  /** Distinct values of the first rows, shortened. */
  values: z.array(z.string()),
  /** The column looks secret, such as passwords: no values. */
  withheld: z.boolean(),
});
export type UserImportSample = z.output<typeof userImportSample>;

/**
 * Samples for the mapping: the first values of each named column. Only for the user who uploaded the file; empty for
 * others.
 */
export const listUserImportSamples = route({
  method: 'GET',
  path: `${importsPath}/{importId}/samples`,
  access: 'users:write',
  operation: 'read',
  summary: 'List sample values of the columns of a directory file',
  params: importParams,
  response: z.strictObject({ results: z.array(userImportSample) }),
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

/** Sets the mapping, or changes it before the confirmation, and checks the rows. It is remembered for the next file. */
export const mapUserImport = route({
  method: 'PUT',
  path: `${importsPath}/{importId}/mapping`,
  access: 'users:write',
  operation: 'update',
  event: 'userImport.mapped',
  summary: 'Map the columns of a directory file and check its rows',
  params: importParams,
  body: z.strictObject({
    mapping: mapping.refine((given) => {
      const told = Object.values(given).flatMap(toldBy);
      return told.includes('userId') && new Set(told).size === told.length;
    }),
    emptyCells: z.enum(emptyCells).default('keep'),
  }),
  response: userImport,
  errors: ['not_found', 'conflict', 'service_processing'],
});

/** A row of the preview. */
export const userImportRow = z.strictObject({
  /** As a spreadsheet numbers rows: the header is row 1. In JSON the first is 1. */
  row: amount,
  kind: z.enum(importRowKinds),
  operation: z.string(),
  userId: z.string(),
  /**
   * Of an update: each changed field. Of a new user: the given fields, as `after`. Of a deletion: the user, as
   * `before`.
   */
  changes: z.record(z.string(), z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() })),
  /** Why it is wrong: at most one reason per field. */
  reasons: z.array(reason),
  /** True if it has been applied. */
  done: z.boolean(),
});
export type UserImportRow = z.output<typeof userImportRow>;

/** `cursor` is the `next` of the previous page. Rows exist from `previewed` on. */
export const listUserImportRows = route({
  method: 'GET',
  path: `${importsPath}/{importId}/rows`,
  access: 'users:read',
  operation: 'read',
  summary: 'List the rows of an import, of one kind or all',
  params: importParams,
  query: z.strictObject({
    kind: z.enum(importRowKinds).optional(),
    count: field.count,
    cursor: z
      .string()
      .regex(/^[np]\.\d{1,9}$/)
      .optional(),
  }),
  response: pageOf(userImportRow),
  errors: ['not_found'],
});

/** The uploaded file with three columns in front: row, result and reason. `rows=wrong` for wrong ones only. */
export const downloadUserImportResult = route({
  method: 'GET',
  path: `${importsPath}/{importId}/result`,
  access: 'users:read',
  operation: 'read',
  summary: 'Download the result file of an import',
  params: importParams,
  query: z.strictObject({ rows: z.enum(['all', 'wrong']).default('all') }),
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

/**
 * UTF-8 with BOM, in the language of Accept-Language. Rows that begin with `#` explain the format and are not imported.
 */
export const downloadUserImportTemplate = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/userImportTemplate',
  access: 'users:read',
  operation: 'read',
  summary: 'Download the template of an import file',
  params: tenantParams,
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found'],
});

const jsonErrors = [
  'service_processing',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'file_empty',
  'file_not_json',
] as const;
/**
 * Required for more than 100 deletions: their number. Without it the import waits for confirmation, as with `preview`.
 */
const jsonForm = {
  confirmCount: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .optional(),
  preview: z.enum(['true', 'false']).default('false'),
};

/**
 * Applies one operation to each user of a JSON array: `[{"userId": …, "familyName": …}, …]`, fields as in `createUser`.
 * Valid rows are applied without confirmation; progress is found by the answer's `importId`.
 */
export const forEachUser = route({
  method: 'POST',
  path: '/api/auth/operations/forEach',
  access: 'users:write',
  operation: 'create',
  event: 'userImport.uploaded',
  summary: 'Run one operation on each user of a JSON array (multipart: operation, file)',
  form: z.strictObject({ operation: z.enum(['create', 'update', 'delete']), ...jsonForm }),
  response: userImport,
  errors: jsonErrors,
  transaction: 'own',
  bodyLimit: MAX_IMPORT_JSON_BYTES,
});

/** Like `forEach`, with an operation in each element: `[{"operation": "create", "userId": …}, …]`. */
export const forEachUserWithOperation = route({
  method: 'POST',
  path: '/api/auth/operations/forEachWithOperation',
  access: 'users:write',
  operation: 'create',
  event: 'userImport.uploaded',
  summary: 'Run the operation named in each item of a JSON array of users (multipart: file)',
  form: z.strictObject(jsonForm),
  response: userImport,
  errors: jsonErrors,
  transaction: 'own',
  bodyLimit: MAX_IMPORT_JSON_BYTES,
});
