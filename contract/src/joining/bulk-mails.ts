import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_BULK_USER_IDS } from '../people/users-bulk-fields.ts';
import { userCondition } from '../people/users-search.ts';
import { pageOf } from '../page.ts';
import { foldId } from '../rules.ts';
import { route } from '../route.ts';
import { cursor } from '../newest-first.ts';
import { registrationMailCondition } from './registration-mails.ts';
import { mailRefusals, MAX_LINK_DAYS, MAX_RUN_USERS, sendTypes } from './send-types.ts';

const distinct = (ids: readonly string[]) => new Set(ids.map(foldId)).size === ids.length;
const sendType = z.enum(sendTypes);
const sendParams = z.strictObject({ sendId: field.uuid });
const userIds = z.array(field.loginUserId).min(1).max(MAX_BULK_USER_IDS).refine(distinct);

/** A bulk email (spec section 7, bulkSendMail): sent by a job, once to each user. */
export const mailRun = z.strictObject({
  sendId: field.uuid,
  sendType,
  status: z.enum(['processing', 'completed', 'cancelled']),
  total: z.number().int(),
  /** Emails queued, without those that failed or were cancelled. */
  sent: z.number().int(),
  /** Users who could not be emailed; `getMailRun` lists them with reasons. */
  refused: z.number().int(),
  /** Emails that failed or may have failed; `getMailRun` lists the users. */
  failed: z.number().int(),
  /** Queued emails that have not left yet. */
  waiting: z.number().int(),
  operatorUserId: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type MailRun = z.output<typeof mailRun>;

/**
 * Receivers: user IDs, or all that match a condition, with the number the administrator was shown. If another number
 * matches, nothing is sent: `conflict` with `expectedCount`. Above 10,000 the number may be an estimate and off by
 * half. Registration emails can also go to the users of earlier ones that match: then emails are counted, each user
 * gets one, and there are at most 10,000.
 */
export const mailSend = z
  .strictObject({
    sendType,
    userIds: userIds.optional(),
    condition: userCondition.optional(),
    registrationMails: registrationMailCondition.optional(),
    expectedCount: z.number().int().min(0).max(MAX_RUN_USERS).optional(),
    /** Registration emails: validity of the link in days; seven by default. */
    expiresInDays: z.number().int().min(1).max(MAX_LINK_DAYS).optional(),
  })
  .refine((send) => [send.userIds, send.condition, send.registrationMails].filter(Boolean).length === 1, {
    path: ['userIds'],
  })
  .refine((send) => (send.userIds === undefined) === (send.expectedCount !== undefined), { path: ['expectedCount'] })
  .refine((send) => send.registrationMails === undefined || send.sendType === 'registration', {
    path: ['registrationMails'],
  })
  .refine((send) => send.expiresInDays === undefined || send.sendType === 'registration', { path: ['expiresInDays'] });
export type MailSend = z.output<typeof mailSend>;

/**
 * Emails many users: registration, confirmation of a pending address, guides to sign-in or MFA, and, with a recent
 * proof, new PINs or links to set a password. Users who cannot be emailed are listed in the bulk email and do not
 * affect others. `invalid_params_userIds` for unknown IDs, `forbidden` for PINs if the tenant uses none.
 */
export const bulkSendMail = route({
  method: 'POST',
  path: '/api/portal/bulkSendMail',
  access: 'users:write',
  operation: 'create',
  event: 'mailRun.started',
  summary: 'Send an email to many users',
  body: mailSend,
  response: mailRun,
  errors: [
    'conflict',
    'exceeded_users',
    'invalid_params_userIds',
    'forbidden',
    'reauthentication_required',
    'too_many_requests',
  ],
  transaction: 'own',
  // A thousand IDs of 128 characters.
  bodyLimit: 256 * 1024,
});

/** Like `bulkSendMail` of `loginMailAddressConfirmation`: a new link for each user’s pending address. */
export const sendConfirmations = route({
  method: 'POST',
  path: '/api/portal/sendUserLoginMailAddressConfirmation/multi',
  access: 'users:write',
  operation: 'create',
  event: 'mailRun.started',
  summary: 'Resend confirmation links for pending email addresses',
  body: z.strictObject({ userIds }),
  response: mailRun,
  errors: ['invalid_params_userIds', 'too_many_requests'],
  transaction: 'own',
  bodyLimit: 256 * 1024,
});

/**
 * Like `bulkSendMail` of `passwordReset` (spec section 7): a link to set a new password for each user, as from the page
 * for forgotten ones. Requires a recent proof, because it opens accounts.
 */
export const sendResetPasswordConfirmation = route({
  method: 'POST',
  path: '/api/portal/sendResetPasswordConfirmation',
  access: 'users:write',
  proof: 'recent',
  operation: 'create',
  event: 'mailRun.started',
  summary: 'Email users a password reset link',
  body: z.strictObject({ userIds }),
  response: mailRun,
  errors: ['invalid_params_userIds', 'too_many_requests'],
  transaction: 'own',
  bodyLimit: 256 * 1024,
});

/** Bulk emails, newest first. */
export const listMailRuns = route({
  method: 'GET',
  path: '/api/portal/bulkSendMail',
  access: 'users:read',
  operation: 'read',
  summary: 'List bulk emails',
  query: z.strictObject({ sendType: sendType.optional(), cursor, count: field.count }),
  response: pageOf(mailRun),
  errors: [],
});

export const getMailRun = route({
  method: 'GET',
  path: '/api/portal/bulkSendMail/{sendId}',
  access: 'users:read',
  operation: 'read',
  summary: 'Get the progress and failed recipients of a bulk email',
  params: sendParams,
  response: z.strictObject({
    ...mailRun.shape,
    /** Failed emails first. At most a thousand. */
    refusals: z.array(z.strictObject({ userId: z.string(), reason: z.enum(mailRefusals) })),
  }),
  errors: ['not_found'],
});

/**
 * Cancels a bulk email with its queued emails, except PINs already created, whose emails are the only copies. Repeating
 * it is no error.
 */
export const cancelMailRun = route({
  method: 'POST',
  path: '/api/portal/bulkSendMail/{sendId}/cancel',
  access: 'users:write',
  operation: 'update',
  event: 'mailRun.canceled',
  summary: 'Stop a bulk email',
  params: sendParams,
  response: mailRun,
  errors: ['not_found'],
});

/** The newest bulk email of a type; null if there was none. */
export const getSendStatus = route({
  method: 'GET',
  path: '/api/portal/status/{sendType}',
  access: 'users:read',
  operation: 'read',
  summary: 'Get the state of the latest bulk email of a type',
  params: z.strictObject({ sendType }),
  response: z.strictObject({ newest: mailRun.nullable() }),
  errors: ['not_found'],
});
