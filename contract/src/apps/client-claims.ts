import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** What the sources of claims have of a user, from which the page shows an example as `claimsFor` makes it. */
export const getClaimExample = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/oauthClients/{clientId}/claimExample',
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get what the claims of an OAuth client can have of a user',
  params: z.strictObject({ tenantId: z.string().max(40), clientId: z.string().max(120) }),
  query: z.strictObject({ userId: field.loginUserId }),
  response: z.strictObject({
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])),
    /** Where an app finds what does not fit in a token. */
    userinfo: z.string(),
    introspection: z.string(),
  }),
  errors: ['not_found', 'no_user_exists'],
});
