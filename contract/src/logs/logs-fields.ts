import { z } from 'zod';
import * as field from '../fields.ts';
import { languages } from '../languages.ts';
import { MAX_KEYWORD_LENGTH, MAX_SEARCH_USER_ID_LENGTH } from '../limits.ts';
import { actorTypes } from '../principals.ts';
import { operationStatuses } from './log-statuses.ts';
import { settingSections } from './setting-sections.ts';

/** The kinds of logs (spec section 3, "Log entry"). */
export const logKinds = ['login', 'systemOperation'] as const;
export type LogKind = (typeof logKinds)[number];

export const cursor = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9._-]+$/);

const keyword = field.text(MAX_KEYWORD_LENGTH);
/** An IPv4 or IPv6 address, in any spelling. */
const address = z.union([z.ipv4(), z.ipv6()]);
const requestId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);
const errorName = z.string().regex(/^[A-Za-z0-9_.]{1,64}$/);
const typeName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * Search condition for the sign-in log: all given fields must match. Values match exactly, the keyword matches a part.
 */
export const loginLogCondition = z.strictObject({
  /** A part of the user ID, the address or the browser's name; or a whole request ID. */
  keyword: keyword.optional(),
  userId: field.text(MAX_SEARCH_USER_ID_LENGTH).optional(),
  loginType: typeName.optional(),
  status: z.enum(['success', 'error']).optional(),
  /** Error ID of failed attempts. */
  reason: errorName.optional(),
  address: address.optional(),
  requestId: requestId.optional(),
});
export type LoginLogCondition = z.output<typeof loginLogCondition>;

/** Search condition for the system operation log. */
export const operationLogCondition = z.strictObject({
  /**
   * A part of the actor's user ID or the address; of words that the log shows: an event, a changed field, a settings
   * page, the name of a user, group, tag, device, license, app or imported file; or a whole request ID.
   */
  keyword: keyword.optional(),
  /** The language of the keyword's words and of the names of licenses; English unless given. */
  language: z.enum(languages).optional(),
  /** Without the rows for each user of an import or a bulk action, which have a row of their own. */
  grouped: z.boolean().optional(),
  /** Changes of one settings page. */
  setting: z.enum(settingSections).optional(),
  operatorUserId: field.text(MAX_SEARCH_USER_ID_LENGTH).optional(),
  operation: z.enum(['create', 'update', 'delete']).optional(),
  status: z.enum(operationStatuses).optional(),
  targetType: typeName.optional(),
  address: address.optional(),
  requestId: requestId.optional(),
});
export type OperationLogCondition = z.output<typeof operationLogCondition>;

export const loginLogEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  userId: z.string(),
  uuid: field.uuid.nullable(),
  status: z.enum(['success', 'error']),
  /** Error ID of a failed attempt. */
  reason: z.string().nullable(),
  /**
   * As in spec section 3 (`userId`, `loginMailAddress` …), `reauthentication` for a wrong proof in a session,
   * `application` for an app.
   */
  loginType: z.string(),
  /** The device where it happened, if any. */
  deviceId: z.string().nullable(),
  /** The app that was signed in to (`loginType` `application`), with its name at that time. */
  clientId: z.string().nullable(),
  clientName: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string(),
  sessionId: field.uuid.nullable(),
  requestId: z.string(),
  /** The caller's `X-Request-Id`, a claim; `requestId` is the server's. */
  clientRequestId: z.string().nullable(),
});
export type LoginLogEntry = z.output<typeof loginLogEntry>;

/** The names of an actor or a target, as far as they are still known. */
const knownThing = z.strictObject({
  /** Its visible ID: a user ID, a group ID, the name of a file. */
  id: z.string(),
  /** Its name; empty of a user, who has the next two, and of an import that is an undo. */
  name: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  /** False of a user in the bin. */
  exists: z.boolean(),
});
export type KnownThing = z.output<typeof knownThing>;

export const operationLogEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  /** The event type; null for rows older than the catalogue whose call does not tell it. */
  type: z.string().nullable(),
  operation: z.string(),
  /** The call, such as `PUT /api/auth/tenants/{tenantId}/users/{userId}`, or the words of a command line. */
  action: z.string(),
  status: z.string(),
  operatorUserId: z.string(),
  operatorUuid: field.uuid.nullable(),
  /** The actor, of any kind: a user, a device, the operator, the system itself. `id` is null if it no longer exists. */
  actor: z.strictObject({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  /** Current names; null if it no longer exists, or has only an ID. */
  actorNamed: knownThing.nullable(),
  targetNamed: knownThing.nullable(),
  /** Before and after of each changed field; for a secret only the fact that it changed. */
  changes: z.record(z.string(), z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() })),
  address: z.string().nullable(),
  requestId: z.string(),
  /** Error ID of a refusal or failure. */
  errorId: z.string().nullable(),
  /** The reason that the operator gave. */
  reason: z.string().nullable(),
  clientRequestId: z.string().nullable(),
});
export type OperationLogEntry = z.output<typeof operationLogEntry>;
