import { z } from 'zod';
import { MAX_BULK_USER_IDS } from '../authentication/users-bulk-fields.ts';
import * as field from '../fields.ts';
import { EXACT_TOTAL, MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '../limits.ts';
import { mailStates } from '../mail-states.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { cursor } from './newest-first.ts';
import { registrationMailStates } from './send-types.ts';

/** One registration mail and what became of it. */
export const registrationMail = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  mailAddress: z.string(),
  state: z.enum(registrationMailStates),
  /** How the mail itself stands. Null: known no more, as with mails older than a month or taken back. */
  mailState: z.enum(mailStates).nullable(),
  sentAt: z.string(),
  expiresAt: z.string(),
  openedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
});
export type RegistrationMail = z.output<typeof registrationMail>;

/** Which registration mails; `keyword` must be contained in the address or the user id. */
export const registrationMailCondition = z.strictObject({
  state: z.enum(registrationMailStates).optional(),
  keyword: field.text(MAX_SEARCH_MAIL_ADDRESS_LENGTH).optional(),
  /** Only those of one sending to many. */
  sendId: field.uuid.optional(),
});
export type RegistrationMailCondition = z.output<typeof registrationMailCondition>;

/** Registration mails, newest first. Totals are exact up to 10,000. */
export const searchRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/operations/search/registrationMails',
  access: 'users:read',
  operation: 'none',
  summary: 'Search the registration mails of the tenant',
  body: z.strictObject({ ...registrationMailCondition.shape, cursor, count: field.count }),
  response: pageOf(registrationMail),
  errors: [],
});

/**
 * Makes links worthless that were not used yet; mails that still wait are taken back. One that is used, replaced or
 * unknown keeps no other from it. Of mails named one by one, or of all that match a condition, at most as many as are
 * counted exactly: where another number matches than the administrator was shown, nothing is done (`conflict`).
 */
export const cancelRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/cancelRegistrationMails',
  access: 'users:write',
  operation: 'update',
  summary: 'Make the links of registration mails worthless',
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
