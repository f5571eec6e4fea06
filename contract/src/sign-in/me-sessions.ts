import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

/** One of the caller's sessions. */
export const mySession = z.strictObject({
  sessionId: field.uuid,
  isCurrent: z.boolean(),
  loginType: z.string(),
  /** The device of the session, if any. */
  deviceId: z.string().nullable(),
  address: z.string().nullable(),
  /** As the browser sent it. */
  userAgent: z.string(),
  loginAt: z.string(),
  /** At most a minute old. */
  lastSeenAt: z.string(),
  expiresAt: z.string(),
});
export type MySession = z.output<typeof mySession>;

/** The open sessions, the current one first, then the latest. */
export const listMySessions = route({
  method: 'GET',
  path: '/api/auth/me/sessions',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'List your sessions',
  response: pageOf(mySession),
  errors: [],
});

/** Ends one of the caller's sessions with its tokens; ending the current one signs out. */
export const endMySession = route({
  method: 'DELETE',
  path: '/api/auth/me/sessions/{sessionId}',
  access: 'me',
  only: 'portal',
  operation: 'delete',
  event: 'session.ended',
  summary: 'End one of your sessions',
  params: z.strictObject({ sessionId: field.uuid }),
  response: null,
  errors: ['not_found'],
});

/** Also ends grants to apps that outlive a session. */
export const endMyOtherSessions = route({
  method: 'DELETE',
  path: '/api/auth/me/sessions',
  access: 'me',
  only: 'portal',
  operation: 'delete',
  event: 'user.otherSessionsEnded',
  summary: 'End all your other sessions',
  response: z.strictObject({ endedSessions: z.number().int() }),
  errors: [],
});
