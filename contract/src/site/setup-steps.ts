import { z } from 'zod';
import { tenantParams } from '../fields.ts';
import { route } from '../route.ts';

/** Steps of a new tenant, in this order. */
export const setupStepIds = [
  'ownSecondFactor',
  'secondAdministrator',
  'people',
  'groups',
  'enforceSecondFactor',
  'theme',
] as const;
export type SetupStepId = (typeof setupStepIds)[number];

/** Computed from the tenant's current state: a step that is undone is open again. */
export const getSetupSteps = route({
  method: 'GET',
  path: '/api/portal/tenants/{tenantId}/setupSteps',
  access: 'tenant:read',
  operation: 'read',
  summary: 'Get the completed setup steps of the tenant',
  params: tenantParams,
  response: z.strictObject({
    steps: z.array(z.strictObject({ id: z.enum(setupStepIds), done: z.boolean() })),
  }),
  errors: ['not_found'],
});
