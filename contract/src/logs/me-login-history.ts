import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { withPeriod } from '../within-period.ts';
import { cursor } from './logs-fields.ts';

export const loginHistoryEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  status: z.enum(['success', 'error']),
  /** Error ID of a failed attempt. */
  reason: z.string().nullable(),
  /** As in spec section 3 (`userId`, `loginMailAddress` …), or `reauthentication` for a wrong proof in a session. */
  loginType: z.string(),
  /** The device where it happened, if any. */
  deviceId: z.string().nullable(),
  /** The app that was signed in to. */
  clientName: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string(),
  sessionId: field.uuid.nullable(),
  /** True if the session of this sign-in is still active. */
  sessionOpen: z.boolean(),
  isCurrent: z.boolean(),
});
export type LoginHistoryEntry = z.output<typeof loginHistoryEntry>;

/**
 * The caller's sign-in history of the past 35 days, newest first. A custom period outside the past 35 days is refused
 * with `invalid_params` and the field, one that ends before it starts with `error.common.incorrectEndDatetime`
 * (`checkPeriod` of period.ts, days in the user’s time zone). `next` and `previous` are cursors of the neighboring
 * pages.
 */
export const searchMyLoginHistory = route({
  method: 'POST',
  path: '/api/auth/me/operations/search/logs/login',
  access: 'me',
  operation: 'none',
  summary: 'List your sign-in history',
  body: withPeriod({ cursor: cursor.optional(), count: field.count }),
  response: pageOf(loginHistoryEntry),
  errors: ['error.common.incorrectEndDatetime'],
});

/**
 * "This wasn’t me": ends the session of this sign-in, and lasting access of apps, which the intruder could have
 * granted.
 */
export const disownLogin = route({
  method: 'POST',
  path: '/api/auth/me/loginHistory/{id}/notMe',
  access: 'me',
  only: 'portal',
  operation: 'update',
  event: 'login.disowned',
  summary: 'Report an unrecognized sign-in',
  params: z.strictObject({ id: field.uuid }),
  /** `passwordChangeAdvised`: the sign-in succeeded with the password, so it has leaked. */
  response: z.strictObject({ endedSessions: z.number().int(), passwordChangeAdvised: z.boolean() }),
  errors: ['not_found'],
});
