import { z } from 'zod';
import * as field from '../fields.ts';
import { componentStatuses } from '../outage.ts';
import { route } from '../route.ts';

const componentId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

export const component = z.strictObject({
  componentId: z.string(),
  name: z.string(),
  status: z.enum(componentStatuses),
  updatedAt: z.string(),
});
export type Component = z.output<typeof component>;

/** A new component needs no name: its ID is used. */
export const componentState = z.strictObject({
  status: z.enum(componentStatuses),
  name: field.requiredName.optional(),
});
export const componentParams = z.strictObject({ componentId });

export const listComponents = route({
  method: 'GET',
  path: '/api/operator/status/components',
  access: 'operator',
  operation: 'read',
  summary: 'List the components shown in the outage banner',
  response: z.strictObject({ results: z.array(component) }),
  errors: [],
});

export const setComponent = route({
  method: 'PUT',
  path: '/api/operator/status/components/{componentId}',
  access: 'operator',
  operation: 'update',
  event: 'statusComponent.changed',
  summary: 'Set the state of a component, adding it if unknown',
  params: componentParams,
  body: componentState,
  response: component,
  errors: [],
});

export const removeComponent = route({
  method: 'DELETE',
  path: '/api/operator/status/components/{componentId}',
  access: 'operator',
  operation: 'delete',
  event: 'statusComponent.removed',
  summary: 'Stop tracking a component',
  params: componentParams,
  response: null,
  errors: ['not_found'],
});
