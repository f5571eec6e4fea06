import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

export const loginHistoryEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  status: z.enum(['success', 'error']),
  /** The error id of a refused try. */
  reason: z.string().nullable(),
  /** As in spec section 3 (`userId`, `loginMailAddress` …), or `reauthentication` for a wrong proof in a session. */
  loginType: z.string(),
  address: z.string().nullable(),
  userAgent: z.string(),
  sessionId: field.uuid.nullable(),
  /** Whether the session that this sign-in opened is still open. */
  sessionOpen: z.boolean(),
  isCurrent: z.boolean(),
});
export type LoginHistoryEntry = z.output<typeof loginHistoryEntry>;

/** One end of a custom period: ISO 8601 in UTC, e.g. `2026-03-01T15:00:00Z`. */
const moment = z.iso.datetime();

/**
 * One’s own login history, newest first, of the past 35 days. A custom period that is not of the past 35 days, lies in
 * the future or ends before it starts is refused with `invalid_params` and the field (`checkPeriod` of period.ts, days
 * in the person’s time zone). `next` and `previous` of an answer are the cursors of its neighbours.
 */
export const searchMyLoginHistory = route({
  method: 'POST',
  path: '/api/auth/me/operations/search/logs/login',
  access: 'me',
  operation: 'none',
  summary: 'One’s own login history',
  body: z
    .strictObject({
      periodType: z.enum(['hours24', 'days7', 'days35', 'custom']).default('days35'),
      fromDatetime: moment.optional(),
      toDatetime: moment.optional(),
      cursor: z
        .string()
        .max(100)
        .regex(/^[A-Za-z0-9._-]+$/)
        .optional(),
      count: field.count,
    })
    .refine((body) => body.periodType === 'custom' || body.fromDatetime === undefined, { path: ['fromDatetime'] })
    .refine((body) => body.periodType === 'custom' || body.toDatetime === undefined, { path: ['toDatetime'] }),
  response: pageOf(loginHistoryEntry),
  errors: [],
});

/**
 * "This was not me": ends the session that this sign-in opened and, because whoever had it could have given them, the
 * grants to applications that outlive a session.
 */
export const disownLogin = route({
  method: 'POST',
  path: '/api/auth/me/loginHistory/{id}/notMe',
  access: 'me',
  operation: 'update',
  summary: 'Say that a sign-in was not one’s own',
  params: z.strictObject({ id: field.uuid }),
  /** `passwordChangeAdvised`: the sign-in succeeded with the password, so somebody else knows it. */
  response: z.strictObject({ endedSessions: z.number().int(), passwordChangeAdvised: z.boolean() }),
  errors: ['not_found'],
});
