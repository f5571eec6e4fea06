import { z } from 'zod';
import { route } from '../route.ts';
import { connectionImpact } from '../sign-in/connection-impact.ts';
import { opId } from './openid-connections.ts';

export const getOpenidConnectionImpact = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/oidcs/{id}/impact',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Count the users who need an OpenID provider to sign in',
  params: z.strictObject({ tenantId: z.string().max(40), id: opId }),
  response: connectionImpact,
  errors: ['not_found'],
});

export const getSamlConnectionImpact = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/samls/{samlId}/impact',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Count the users who need a SAML connection to sign in',
  params: z.strictObject({ tenantId: z.string().max(40), samlId: z.string().max(200) }),
  response: connectionImpact,
  errors: ['not_found', 'saml_not_exist'],
});
