import { z } from 'zod';
import { type ErrorId, errorCatalogue } from '../errors.ts';
import * as field from '../fields.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_JSON_BYTES } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import {
  directoryFields,
  emptyCells,
  importEncodings,
  importRowKinds,
  toldBy,
  userImportKinds,
  userImportStatuses,
} from './user-imports-fields.ts';
import { tenantParams } from './users-fields.ts';

const path = '/api/auth/tenants/{tenantId}/userImports';
const importParams = z.strictObject({ ...tenantParams.shape, importId: field.uuid });
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
const mapping = z.record(z.string().max(500), z.enum(directoryFields as [string, ...string[]]));

const counts = z.strictObject({
  create: amount,
  update: amount,
  delete: amount,
  unchanged: amount,
  wrong: amount,
});

/** An import with how far it is. */
export const userImport = z.strictObject({
  importId: field.uuid,
  kind: z.enum(userImportKinds),
  status: z.enum(userImportStatuses),
  fileName: z.string(),
  fileBytes: amount,
  encoding: z.string(),
  /** The headers of a directory or format file. */
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
  /** Rows of the preview that the tenant's limit of users leaves no room for; they are among the wrong ones. */
  beyondUserLimit: amount,
  /** Updates that take the user out of a group; 0 but in the preview. */
  leavesGroups: amount,
  /** Deletions to be typed at the confirmation; null where there are 100 or fewer. */
  confirmCount: amount.nullable(),
  error: reason.nullable(),
  /** The user id of who uploaded it. */
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
 * Uploads a file. Form fields precede the file. A format file is checked at once (`checking`); the columns of a
 * directory file are mapped first (`accepting`). Discards what the same administrator uploaded and did not confirm.
 * `service_processing` while another import of the tenant is checked or applied.
 */
export const uploadUserImport = route({
  method: 'POST',
  path,
  access: 'users:write',
  operation: 'create',
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
  path,
  access: 'users:read',
  operation: 'read',
  summary: 'The imports of the tenant, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(userImport),
  errors: ['not_found'],
});

export const getUserImport = route({
  method: 'GET',
  path: `${path}/{importId}`,
  access: 'users:read',
  operation: 'read',
  summary: 'An import and how far it is',
  params: importParams,
  response: userImport,
  errors: ['not_found'],
});

/** Sample values of a column of a directory file. */
const userImportSample = z.strictObject({
  column: z.string(),
  /** Those of the first rows that differ, shortened. */
  values: z.array(z.string()),
  /** It looks as if it held secrets, such as passwords: no values. */
  withheld: z.boolean(),
});
export type UserImportSample = z.output<typeof userImportSample>;

/**
 * Samples for the mapping: the first values of each named column. Only for the user who uploaded the file; empty for
 * others.
 */
export const listUserImportSamples = route({
  method: 'GET',
  path: `${path}/{importId}/samples`,
  access: 'users:write',
  operation: 'read',
  summary: 'The first values of the columns of a directory file',
  params: importParams,
  response: z.strictObject({ results: z.array(userImportSample) }),
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

/** Sets the mapping, or changes it before the confirmation, and checks the rows. It is remembered for the next file. */
export const mapUserImport = route({
  method: 'PUT',
  path: `${path}/{importId}/mapping`,
  access: 'users:write',
  operation: 'update',
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
  /** Why it is wrong: one reason a field at least. */
  reasons: z.array(reason),
  /** Whether it has been carried out. */
  done: z.boolean(),
});
export type UserImportRow = z.output<typeof userImportRow>;

/** `cursor` is `next` of the page before. Rows are there from `previewed` on. */
export const listUserImportRows = route({
  method: 'GET',
  path: `${path}/{importId}/rows`,
  access: 'users:read',
  operation: 'read',
  summary: 'The rows of an import, page by page, of one kind or all',
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

/** Wrong rows are left out. `invalid_params` with `confirmCount`: more than 100 deletions whose number was not typed. */
export const confirmUserImport = route({
  method: 'POST',
  path: `${path}/{importId}/confirm`,
  access: 'users:write',
  operation: 'update',
  summary: 'Carry out what the preview shows',
  params: importParams,
  body: z.strictObject({ confirmCount: amount.min(0).optional() }),
  response: userImport,
  errors: ['not_found', 'conflict', 'service_processing'],
});

/** Completed batches stay; `conflict` when it is over. */
export const cancelUserImport = route({
  method: 'POST',
  path: `${path}/{importId}/cancel`,
  access: 'users:write',
  operation: 'update',
  summary: 'Stop an import',
  params: importParams,
  response: userImport,
  errors: ['not_found', 'conflict'],
});

/** The file as it was uploaded, with three columns before: row, result and reason. `rows=wrong` for the wrong ones alone. */
export const downloadUserImportResult = route({
  method: 'GET',
  path: `${path}/{importId}/result`,
  access: 'users:read',
  operation: 'read',
  summary: 'The result file of an import',
  params: importParams,
  query: z.strictObject({ rows: z.enum(['all', 'wrong']).default('all') }),
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

/** UTF-8 with BOM. Rows that begin with `#` explain a format file and are not imported. In the language of Accept-Language. */
export const downloadUserImportTemplate = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/userImportTemplate',
  access: 'users:read',
  operation: 'read',
  summary: 'The template of a format file',
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
/** For more than 100 deletions their number; otherwise the import waits to be confirmed, as it does with `preview`. */
const jsonForm = {
  confirmCount: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .optional(),
  preview: z.enum(['true', 'false']).default('false'),
};

/**
 * One operation for each user of a JSON array: `[{"userId": …, "familyName": …}, …]`, fields as in `createUser`. Right
 * rows are carried out without a confirmation; the answer is followed by its `importId`.
 */
export const forEachUser = route({
  method: 'POST',
  path: '/api/auth/operations/forEach',
  access: 'users:write',
  operation: 'create',
  summary: 'One operation for each user of a JSON array (multipart: operation, file)',
  form: z.strictObject({ operation: z.enum(['create', 'update', 'delete']), ...jsonForm }),
  response: userImport,
  errors: jsonErrors,
  transaction: 'own',
  bodyLimit: MAX_IMPORT_JSON_BYTES,
});

/** As `forEach`, with an operation in each element: `[{"operation": "create", "userId": …}, …]`. */
export const forEachUserWithOperation = route({
  method: 'POST',
  path: '/api/auth/operations/forEachWithOperation',
  access: 'users:write',
  operation: 'create',
  summary: 'An operation of its own for each user of a JSON array (multipart: file)',
  form: z.strictObject(jsonForm),
  response: userImport,
  errors: jsonErrors,
  transaction: 'own',
  bodyLimit: MAX_IMPORT_JSON_BYTES,
});
