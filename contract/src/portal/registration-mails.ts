import { z } from 'zod';
import { MAX_BULK_USER_IDS } from '../authentication/users-bulk-fields.ts';
import * as field from '../fields.ts';
import { MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '../limits.ts';
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

/**
 * Registration mails, newest first. `keyword` must be contained in the address or the user id. Totals are exact up to
 * 10,000.
 */
export const searchRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/operations/search/registrationMails',
  access: 'users:read',
  operation: 'none',
  summary: 'Search the registration mails of the tenant',
  body: z.strictObject({
    state: z.enum(registrationMailStates).optional(),
    keyword: field.text(MAX_SEARCH_MAIL_ADDRESS_LENGTH).optional(),
    /** Only those of one sending to many. */
    sendId: field.uuid.optional(),
    cursor,
    count: field.count,
  }),
  response: pageOf(registrationMail),
  errors: [],
});

/**
 * Makes links worthless that were not used yet; mails that still wait are taken back. One that is used, replaced or
 * unknown keeps no other from it.
 */
export const cancelRegistrationMails = route({
  method: 'POST',
  path: '/api/portal/cancelRegistrationMails',
  access: 'users:write',
  operation: 'update',
  summary: 'Make the links of registration mails worthless',
  body: z.strictObject({
    uuids: z
      .array(field.uuid)
      .min(1)
      .max(MAX_BULK_USER_IDS)
      .refine((uuids) => new Set(uuids).size === uuids.length),
  }),
  response: z.strictObject({ cancelled: z.number().int() }),
  errors: [],
});
