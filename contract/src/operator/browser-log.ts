import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { operatorReason } from './tokens.ts';

/** Longest period that one call reads; without a start, the last of it. */
export const BROWSER_LOG_DAYS = 35;
const MAX_ROWS = 500;

const safeId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);
const moment = z.iso.datetime();

/** Search condition for the browser's log (`sal`, `salau`): all given fields must match. */
export const browserLogQuery = z.strictObject({
  /** Without it: entries from before sign-in. */
  tenantId: field.tenantId.optional(),
  userUuid: field.uuid.optional(),
  /**
   * The server's ID of a request, as in the sign-in and system logs: entries about that call, or the entry sent by that
   * request.
   */
  requestId: safeId.optional(),
  /** The page's own ID of an operation: the ID of the call, the server's or its own. */
  operationId: safeId.optional(),
  from: moment.optional(),
  to: moment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  count: z.coerce.number().int().min(1).max(MAX_ROWS).default(100),
});
export type BrowserLogQuery = z.output<typeof browserLogQuery>;

export const browserLogEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  /** Null: not signed in; the entry is only the page's claim. */
  userUuid: field.uuid.nullable(),
  requestId: z.string(),
  address: z.string().nullable(),
  /** The entry, without query strings and credentials. */
  entry: z.record(z.string(), z.unknown()),
});
export type BrowserLogEntry = z.output<typeof browserLogEntry>;

/**
 * Newest first; `next` is present if there are older ones. Personal data: administrators get an email with the reader
 * and the reason.
 */
export const searchBrowserLog = route({
  method: 'GET',
  path: '/api/operator/browserLog',
  access: 'operator',
  operation: 'read',
  event: 'browserLog.read',
  credentials: true,
  summary: 'Search the browser operation log of a tenant or of guests',
  query: browserLogQuery.extend({ reason: operatorReason }),
  response: z.strictObject({ results: z.array(browserLogEntry), next: z.string().optional() }),
  errors: ['not_found'],
  transaction: 'own',
});
