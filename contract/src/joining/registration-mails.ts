import { z } from 'zod';
import { MAX_BULK_USER_IDS } from '../people/users-bulk-fields.ts';
import * as field from '../fields.ts';
import { EXACT_TOTAL, MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '../limits.ts';
import { mailStates } from '../mail-states.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { cursor } from '../newest-first.ts';
import { registrationMailFilters, registrationMailStates } from './send-types.ts';

/** A registration email with its state. */
export const registrationMail = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  mailAddress: z.string(),
  state: z.enum(registrationMailStates),
  /** State of the email itself. Null if no longer known, as for emails older than a month or cancelled. */
  mailState: z.enum(mailStates).nullable(),
  sentAt: z.string(),
  expiresAt: z.string(),
  openedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
});
export type RegistrationMail = z.output<typeof registrationMail>;

/**
 * Search condition for registration emails; `keyword` matches a part of the address or user ID, the state `undelivered`
 * pending ones whose email was not delivered, or perhaps not.
 */
export const registrationMailCondition = z.strictObject({
  state: z.enum(registrationMailFilters).optional(),
  keyword: field.text(MAX_SEARCH_MAIL_ADDRESS_LENGTH).optional(),
  /** Only those of one bulk email. */
  sendId: field.uuid.optional(),
});
export type RegistrationMailCondition = z.output<typeof registrationMailCondition>;

/** Registration emails, newest first. Totals are exact up to 10,000. */
export const searchRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/operations/search/registrationMails',
  access: 'users:read',
  operation: 'none',
  summary: 'Search the registration emails of the tenant',
  body: z.strictObject({ ...registrationMailCondition.shape, cursor, count: field.count }),
  response: pageOf(registrationMail),
  errors: [],
});

/**
 * Revokes unused links and cancels pending emails, for emails given by ID or all that match a condition. One that is
 * used, replaced or unknown does not affect the others. At most as many as are counted exactly; if another number
 * matches than the administrator was shown, nothing is done (`conflict`).
 */
export const cancelRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/cancelRegistrationMails',
  access: 'users:write',
  operation: 'update',
  event: 'user.invitationCanceled',
  summary: 'Revoke the links of registration emails',
  body: z
    .strictObject({
      uuids: z
        .array(field.uuid)
        .min(1)
        .max(MAX_BULK_USER_IDS)
        .refine((uuids) => new Set(uuids).size === uuids.length)
        .optional(),
      condition: registrationMailCondition.optional(),
      expectedCount: z.number().int().min(0).max(EXACT_TOTAL).optional(),
    })
    .refine((body) => (body.uuids === undefined) !== (body.condition === undefined), { path: ['uuids'] })
    .refine((body) => (body.condition === undefined) === (body.expectedCount === undefined), {
      path: ['expectedCount'],
    }),
  response: z.strictObject({ cancelled: z.number().int() }),
  errors: ['conflict'],
});
