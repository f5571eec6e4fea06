import { z } from 'zod';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { clientProblemCauses } from './client-addresses.ts';

/** What an OAuth client was refused lately, each cause once: why it does not connect. */
const clientProblem = z.strictObject({
  cause: z.enum(clientProblemCauses),
  /** Of a wrong redirect address, that address without its query. */
  detail: z.string().nullable(),
  lastAt: z.string(),
});
export type ClientProblem = z.output<typeof clientProblem>;

export const listClientProblems = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/oauthClients/{clientId}/problems',
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List why requests of an OAuth client were refused in the last 7 days, latest first',
  params: z.strictObject({ tenantId: z.string().max(40), clientId: z.string().max(120) }),
  response: pageOf(clientProblem),
  errors: ['not_found'],
});
