import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { isVisibleName } from '../visible-name.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import {
  isApiScope,
  MAX_AUDIENCE_LENGTH,
  MAX_SCOPE_DESCRIPTION_LENGTH,
  MAX_SCOPE_LENGTH,
  MOST_API_SCOPES,
  MOST_CHECKING_APPS,
} from './api-values.ts';
import { MAX_CLIENT_NAME_LENGTH } from './client-addresses.ts';

/** APIs of a tenant's own: what its apps get access tokens for, besides the API of Portico itself. */
const path = '/api/auth/tenants/{tenantId}/oauthApis';
const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const params = z.strictObject({ tenantId: z.string().max(40), apiId: field.uuid });

const visible = (length: number) => field.text(length).refine((value) => value.trim() !== '' && isVisibleName(value));

const scope = z.strictObject({
  name: z.string().max(MAX_SCOPE_LENGTH).refine(isApiScope),
  /** The sentence that users read when an app asks for it. */
  description: visible(MAX_SCOPE_DESCRIPTION_LENGTH),
});

const shape = {
  name: visible(MAX_CLIENT_NAME_LENGTH),
  scopes: z
    .array(scope)
    .min(1)
    .max(MOST_API_SCOPES)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  /** Confidential apps that may introspect its tokens, whichever app they were issued to. */
  checkingApps: z.array(z.string().min(1).max(120)).max(MOST_CHECKING_APPS).default([]),
};

/** Checked against the tenant by the server (`audienceMistake`); it never changes. */
const audience = z.string().min(1).max(MAX_AUDIENCE_LENGTH);

export const oauthApiInput = z.strictObject({ ...shape, audience });
export type OauthApiInput = z.output<typeof oauthApiInput>;

const oauthApiChanges = z.strictObject({ ...shape, expected: expectedOf(shape) });
export type OauthApiChanges = z.output<typeof oauthApiChanges>;

export const oauthApi = z.strictObject({
  ...shape,
  audience,
  apiId: field.uuid,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OauthApiAnswer = z.output<typeof oauthApi>;

export const listOauthApis = route({
  method: 'GET',
  path,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the APIs that apps of the tenant get access tokens for',
  params: tenantParams,
  response: pageOf(oauthApi),
  errors: ['not_found'],
});

export const createOauthApi = route({
  method: 'POST',
  path,
  access: 'clients:write',
  proof: 'recent',
  operation: 'create',
  event: 'oauthApi.created',
  summary: 'Register an API of the tenant. Its audience names the tenant and never changes',
  params: tenantParams,
  body: oauthApiInput,
  response: oauthApi,
  errors: ['not_found', 'duplicated_params_audience', 'exceeded_apps'],
});

export const updateOauthApi = route({
  method: 'PUT',
  path: `${path}/{apiId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthApi.changed',
  summary: 'Change an API. Removed scopes are taken from all apps, whose tokens are revoked',
  params,
  body: oauthApiChanges,
  response: oauthApi,
  errors: ['not_found', 'conflict'],
});

export const deleteOauthApi = route({
  method: 'DELETE',
  path: `${path}/{apiId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'delete',
  event: 'oauthApi.deleted',
  summary: 'Delete an API. It is taken from all apps, whose tokens are revoked',
  params,
  response: null,
  errors: ['not_found'],
});
