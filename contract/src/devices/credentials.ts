import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

const path = '/api/device/tenants/{tenantId}/devices/{deviceId}/credential';
const deviceParams = z.strictObject({ tenantId: z.string().max(40), deviceId: field.deviceId });

/** A first secret for a device, shown only here; it must be used in time. */
export const enrolment = z.strictObject({
  deviceId: z.string(),
  credential: z.string(),
  expiresAt: z.string(),
});

/** Ends the device's earlier secrets, and the sessions of users there. */
export const enrolDevice = route({
  method: 'POST',
  path,
  access: 'devices:write',
  proof: 'recent',
  operation: 'update',
  event: 'device.credentialIssued',
  summary: 'Issue a setup code for a device',
  params: deviceParams,
  response: enrolment,
  errors: ['not_found'],
});

/** The device can no longer sign in, and users there are signed out within a second. `not_found`: it has no secret. */
export const revokeDevice = route({
  method: 'DELETE',
  path,
  access: 'devices:write',
  proof: 'recent',
  operation: 'update',
  event: 'device.credentialRevoked',
  summary: 'Revoke the credential of a device',
  params: deviceParams,
  response: null,
  errors: ['not_found'],
});
