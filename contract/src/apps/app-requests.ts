import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { isRedirectUri, MAX_CLIENT_URIS, MAX_PURPOSE_LENGTH } from './client-addresses.ts';
import { clientName, httpsUri, uri } from './oauth-clients.ts';

const says = (most: number) => field.text(most).refine((value) => value.trim() !== '');

/** What a user asks for. What kind of app it is the administrator decides, so an address may be of either kind. */
const asked = {
  name: clientName,
  homepage: httpsUri.nullable(),
  redirectUris: z
    .array(uri.refine((value) => isRedirectUri(value, 'web') || isRedirectUri(value, 'native')))
    .max(MAX_CLIENT_URIS),
  purpose: says(MAX_PURPOSE_LENGTH),
};

const appRequestStates = ['open', 'approved', 'declined'] as const;

const appRequest = z.strictObject({
  requestId: z.string(),
  name: z.string(),
  homepage: z.string().nullable(),
  redirectUris: z.array(z.string()),
  purpose: z.string(),
  askedAt: z.string(),
  state: z.enum(appRequestStates),
  decidedAt: z.string().nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
});
export type AppRequest = z.output<typeof appRequest>;

/** As administrators see it: also who asks. */
const appRequestOfUser = z.strictObject({
  ...appRequest.shape,
  user: z.strictObject({ userId: z.string(), familyName: z.string(), givenName: z.string() }),
});
export type AppRequestOfUser = z.output<typeof appRequestOfUser>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const base = '/api/portal/tenants/{tenantId}/oauthConsumerRequests';

export const requestApp = route({
  method: 'POST',
  path: base,
  access: 'me',
  only: 'portal',
  operation: 'create',
  event: 'appRequest.created',
  summary: 'Ask the administrators to register an app. A user can have five open requests',
  params: tenantParams,
  body: z.strictObject({
    ...asked,
    homepage: asked.homepage.default(null),
    redirectUris: asked.redirectUris.default([]),
  }),
  response: appRequest,
  errors: ['not_found', 'exceeded_app_requests'],
});

export const listMyAppRequests = route({
  method: 'GET',
  path: '/api/portal/me/oauthConsumerRequests',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'List the apps you have asked for, latest first',
  response: pageOf(appRequest),
  errors: [],
});

export const listAppRequests = route({
  method: 'GET',
  path: base,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the open requests for apps, earliest first',
  params: tenantParams,
  response: pageOf(appRequestOfUser),
  errors: ['not_found'],
});

/** A request is approved by registering the app with its ID (`createOauthClient`). */
export const declineAppRequest = route({
  method: 'POST',
  path: `${base}/{requestId}/decline`,
  access: 'clients:write',
  only: 'portal',
  operation: 'update',
  event: 'appRequest.declined',
  summary: 'Decline the request for an app, with a reason for the user who asked',
  params: z.strictObject({ ...tenantParams.shape, requestId: z.uuid() }),
  body: z.strictObject({ reason: says(MAX_PURPOSE_LENGTH) }),
  response: null,
  errors: ['not_found', 'conflict'],
});
