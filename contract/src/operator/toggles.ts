import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { featureToggleNames } from '../toggles.ts';

export const toggleState = z.strictObject({
  name: z.enum(featureToggleNames),
  active: z.boolean(),
  /** Origin of the value: the product's default, the operator's setting for everywhere, or for the tenant. */
  setFor: z.enum(['default', 'everywhere', 'tenant']),
});
export type ToggleState = z.output<typeof toggleState>;

export const listToggles = route({
  method: 'GET',
  path: '/api/operator/toggles',
  access: 'operator',
  operation: 'read',
  summary: 'List feature toggles, global or of a tenant',
  query: z.strictObject({ tenantId: field.tenantId.optional() }),
  response: z.strictObject({ results: z.array(toggleState) }),
  errors: ['not_found'],
  transaction: 'own',
});

/** `active` null removes the setting. */
export const toggleChange = z.strictObject({ active: z.boolean().nullable(), tenantId: field.tenantId.optional() });

export const setToggle = route({
  method: 'PUT',
  path: '/api/operator/toggles/{name}',
  access: 'operator',
  operation: 'update',
  event: 'featureToggle.changed',
  summary: 'Turn a feature on or off, globally or for one tenant',
  params: z.strictObject({ name: z.enum(featureToggleNames) }),
  body: toggleChange,
  response: toggleState,
  errors: ['not_found'],
  transaction: 'own',
});
