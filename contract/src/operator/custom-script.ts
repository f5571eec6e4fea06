import { z } from 'zod';
import { route } from '../route.ts';
import { customScript } from '../site/custom-script.ts';
import { operatorReason } from './tokens.ts';

const path = '/api/operator/customScript';
const answer = z.strictObject({ customScript: customScript.nullable() });

export const getCustomScript = route({
  method: 'GET',
  path,
  access: 'operator',
  operation: 'read',
  summary: 'Get the custom script of the portal',
  response: answer,
  errors: [],
});

/** The script may do whatever the portal's user may, so setting it is an act on credentials. */
export const setCustomScript = route({
  method: 'PUT',
  path,
  access: 'operator',
  operation: 'update',
  event: 'customScript.changed',
  credentials: true,
  summary: 'Set the custom script of the portal, with its integrity hash',
  body: z.strictObject({ ...customScript.shape, reason: operatorReason }),
  response: answer,
  errors: [],
});

/** Pages opened afterwards load no script. */
export const removeCustomScript = route({
  method: 'DELETE',
  path,
  access: 'operator',
  operation: 'delete',
  event: 'customScript.removed',
  summary: 'Remove the custom script of the portal',
  response: null,
  errors: ['not_found'],
});
