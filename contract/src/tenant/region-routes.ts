import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import { regions } from '../region.ts';
import { route } from '../route.ts';

const path = '/api/portal/region';
const region = z.strictObject({ region: z.enum(regions) });

export const getRegion = route({
  method: 'GET',
  path,
  access: 'tenant:read',
  operation: 'read',
  summary: 'Get the region of the tenant',
  response: region,
  errors: ['not_found'],
});

/**
 * Region whose links (help, notices, privacy policy) the tenant's users see. Data are not moved. `conflict`: changed
 * meanwhile.
 */
export const updateRegion = route({
  method: 'PUT',
  path,
  access: 'tenant:write',
  operation: 'update',
  event: 'tenant.regionChanged',
  summary: 'Change the region of the tenant',
  body: region.extend({ expected: expectedOf(region.shape) }),
  response: region,
  errors: ['not_found', 'conflict'],
});
