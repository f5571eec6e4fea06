import { z } from 'zod';
import { oauthClient, operatorClientInput } from '../apps/oauth-clients.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { serviceClass } from '../licences/fields.ts';
import { operatorReason, reasonOnly } from './tokens.ts';

const tenantParams = z.strictObject({ tenantId: field.tenantId });
export const clientParams = z.strictObject({ tenantId: field.tenantId, clientId: z.string().min(1).max(120) });

export const listOauthClients = route({
  method: 'GET',
  path: '/api/operator/tenants/{tenantId}/oauthClients',
  access: 'operator',
  operation: 'read',
  summary: 'List the OAuth clients of a tenant',
  params: tenantParams,
  response: z.strictObject({ results: z.array(oauthClient) }),
  errors: ['not_found'],
});

export const createOauthClient = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/oauthClients',
  access: 'operator',
  operation: 'create',
  event: 'oauthClient.created',
  credentials: true,
  summary: 'Register an OAuth client in a tenant. The secret is shown once',
  params: tenantParams,
  body: operatorClientInput.safeExtend({ reason: operatorReason }),
  response: z.strictObject({ ...oauthClient.shape, clientSecret: z.string().nullable() }),
  errors: ['not_found', 'exceeded_apps', 'address_not_allowed'],
  transaction: 'own',
});

export const assignOauthClient = route({
  method: 'PUT',
  path: '/api/operator/tenants/{tenantId}/oauthClients/{clientId}/serviceClass',
  access: 'operator',
  operation: 'update',
  event: 'oauthClient.changed',
  credentials: true,
  summary: 'Set the service of an OAuth client, or null for none',
  params: clientParams,
  body: z.strictObject({ serviceClass: serviceClass.nullable(), reason: operatorReason }),
  response: oauthClient,
  errors: ['not_found'],
  transaction: 'own',
});

/** First-party apps ask for no consent; all others do. */
export const markOauthClient = route({
  method: 'PUT',
  path: '/api/operator/tenants/{tenantId}/oauthClients/{clientId}/firstParty',
  access: 'operator',
  operation: 'update',
  event: 'oauthClient.changed',
  credentials: true,
  summary: 'Mark an OAuth client as first-party, which skips consent',
  params: clientParams,
  body: z.strictObject({ firstParty: z.boolean(), reason: operatorReason }),
  response: oauthClient,
  errors: ['not_found'],
  transaction: 'own',
});

export const deleteOauthClient = route({
  method: 'DELETE',
  path: '/api/operator/tenants/{tenantId}/oauthClients/{clientId}',
  access: 'operator',
  operation: 'delete',
  event: 'oauthClient.deleted',
  credentials: true,
  summary: 'Delete an OAuth client of a tenant and revoke its tokens',
  params: clientParams,
  query: reasonOnly,
  response: null,
  errors: ['not_found'],
});
