import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { federatedLoginTypes } from './login-types.ts';
import { secondFactors } from './proofs.ts';
import { askedBy } from './steps.ts';
import { me } from './me.ts';

/** An identifier as typed: an email address or a user ID. It is only looked up, so only its length is limited. */
const credentials = field.exactText(128).refine((value) => value.trim() !== '');

const completed = z.strictObject({
  status: z.literal('completed'),
  tenantId: z.string(),
  userId: z.string(),
  uuid: z.string(),
  /** The portal opens only after MFA is set up. */
  mfaSetupRequired: z.boolean(),
  me: me.optional(),
});
const mfaRequired = z.strictObject({
  status: z.literal(askedBy.mfa),
  loginId: z.string(),
  methods: z.array(z.enum(secondFactors)),
});
const passwordExpired = z.strictObject({
  status: z.literal(askedBy.password),
  loginId: z.string(),
  passwordPolicy: z.strictObject({
    minLength: z.number(),
    minUppercase: z.number(),
    minSpecial: z.number(),
    minNumeric: z.number(),
    history: z.number(),
  }),
});
const selectAccounts = z.strictObject({
  status: z.literal(askedBy.selectAccounts),
  loginId: z.string(),
  accounts: z.array(z.strictObject({ tenantId: z.string(), tenantName: z.string(), userId: z.string() })),
});

/** State of a sign-in (decisions.md). */
export const loginAnswer = z.discriminatedUnion('status', [completed, mfaRequired, passwordExpired, selectAccounts]);
export type LoginAnswer = z.output<typeof loginAnswer>;

/** An identity provider that a sign-in can begin with. `id`: its ID in addresses (`opId`, `samlId`). */
export const offeredProvider = z.strictObject({
  type: z.enum(federatedLoginTypes),
  id: z.string(),
  displayName: z.string(),
});
export type OfferedProvider = z.output<typeof offeredProvider>;

/**
 * Identifiers that the pages take, and the identity providers of the tenant that is named; for an address without one, the
 * provider of the tenant that has proven its domain, and that tenant.
 */
export const waysToSignIn = z.strictObject({
  loginTypes: z.array(z.enum(['loginMailAddress', 'userId'])),
  providers: z.array(offeredProvider),
  tenantId: z.string().optional(),
});

export const loginType = route({
  method: 'POST',
  path: '/api/auth/loginType/site',
  access: 'public',
  operation: 'none',
  summary: 'Get the sign-in methods of the sign-in page',
  body: z.strictObject({ loginMailAddress: credentials.optional(), tenantId: field.exactText(64).optional() }),
  response: waysToSignIn,
  errors: ['too_many_requests'],
});

export const loginUser = route({
  method: 'POST',
  path: '/api/auth/login/user',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Sign in with a password',
  body: z.strictObject({
    type: z.enum(['loginMailAddress', 'loginMailAddressAutoSelect', 'userId']),
    tenantId: field.exactText(64).optional(),
    credentials,
    password: field.password,
    withMyInfo: z.boolean().default(false),
    /** Ignored: MFA is required wherever it is due. Accepted because clients send it. */
    verifyMfa: z.boolean().default(true),
  }),
  response: loginAnswer,
  errors: ['mismatch', 'too_many_requests', 'service_busy'],
});

export const loginMfa = route({
  method: 'POST',
  path: '/api/auth/login/user/mfa',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Verify MFA for a sign-in',
  body: z
    .strictObject({
      loginId: field.loginId,
      otp: field.otp.optional(),
      recoveryCode: field.recoveryCode.optional(),
      withMyInfo: z.boolean().default(false),
    })
    .refine((body) => (body.otp === undefined) !== (body.recoveryCode === undefined), { path: ['otp'] }),
  response: loginAnswer,
  errors: ['wrong_otp', 'login_expired', 'mismatch'],
});

export const loginSelect = route({
  method: 'POST',
  path: '/api/auth/login/user/account',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Select one of the accounts whose password matched',
  body: z.strictObject({ loginId: field.loginId, tenantId: field.tenantId, withMyInfo: z.boolean().default(false) }),
  response: loginAnswer,
  errors: ['login_expired', 'mismatch'],
});

export const loginNewPassword = route({
  method: 'POST',
  path: '/api/auth/login/user/password',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Replace an expired password and continue the sign-in',
  body: z.strictObject({ loginId: field.loginId, newPassword: field.password, withMyInfo: z.boolean().default(false) }),
  response: loginAnswer,
  errors: ['login_expired', 'mismatch', 'password_policy_violated', 'common_password', 'history', 'service_busy'],
});

export const loginTicket = route({
  method: 'POST',
  path: '/api/auth/login/ticket',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Switch to another account of the same user with a ticket',
  body: z.strictObject({ ticket: field.ticket, withMyInfo: z.boolean().default(false) }),
  response: loginAnswer,
  errors: ['login_expired', 'mismatch'],
});

/**
 * The end of a sign-in with another identity provider, in the browser that began it: its one-time code for the portal's
 * session (decisions.md).
 */
export const exchangeToken = route({
  method: 'POST',
  path: '/api/account/exchangeToken',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Complete a sign-in with another identity provider',
  body: z.strictObject({ exchangeCode: field.exchangeCode, withMyInfo: z.boolean().default(false) }),
  response: loginAnswer,
  errors: ['login_expired', 'mismatch', 'account_inactive', 'account_locked', 'domain_not_exists', 'too_many_requests'],
});

/**
 * What this browser began with another identity provider ends nowhere: touches nothing but the caller's own cookie
 * (decisions.md).
 */
export const removeTicket = route({
  method: 'GET',
  path: '/api/account/removeTicket',
  access: 'public',
  operation: 'read',
  fromOwnPages: true,
  summary: 'Forget the sign-in with another identity provider that this browser began',
  response: null,
  errors: [],
  transaction: 'own',
});

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Sign out: end the session of the cookie and its tokens',
  response: null,
  errors: [],
});

/** One that hears of a sign-out: in a frame of the page, in the background, or by the browser going there and back. */
const logoutParty = z.strictObject({
  name: z.string(),
  how: z.enum(['frame', 'background', 'browser']),
  uri: z.string().nullable(),
});
export type LogoutParty = z.output<typeof logoutParty>;

export const logoutUris = route({
  method: 'GET',
  path: '/api/auth/logoutUris',
  access: 'public',
  operation: 'read',
  summary: 'List the front-channel logout URLs to call at sign-out',
  response: z.strictObject({ logoutUris: z.array(z.string()), parties: z.array(logoutParty) }),
  errors: [],
});
