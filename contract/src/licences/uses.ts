import { z } from 'zod';
import { roles } from '../roles.ts';
import { seatForecasts } from '../seats.ts';
import { userStatuses } from '../people/users-fields.ts';
import * as field from '../fields.ts';
import { LICENSE_FETCH_COUNT } from '../limits.ts';
import { route } from '../route.ts';
import { licenseId, tenantParams } from './fields.ts';

const MAX_COUNT = 100;

const common = {
  uuid: field.uuid,
  /** Null: never. Updated once a day; for devices, the time they were last seen. */
  usedAt: z.string().nullable(),
};

/** A user or device with a seat of a license, and the last use. */
export const seatHolder = z.discriminatedUnion('volumeType', [
  z.strictObject({
    volumeType: z.literal('user'),
    ...common,
    userId: z.string(),
    familyName: z.string(),
    givenName: z.string(),
    locale: z.string().nullable(),
    status: z.enum(userStatuses),
  }),
  z.strictObject({
    volumeType: z.literal('device'),
    ...common,
    deviceId: z.string(),
    deviceType: z.string(),
    description: z.string(),
  }),
]);
export type SeatHolder = z.output<typeof seatHolder>;

/** Holders of a license's seats: those who never used it first (oldest accounts first), then the longest unused. */
export const listSeatHolders = route({
  method: 'GET',
  path: '/api/service/tenants/{tenantId}/licenses/{licenseId}/seatHolders',
  access: 'licenses:read',
  operation: 'read',
  summary: 'List the seats of a license, least recently used first',
  params: z.strictObject({ ...tenantParams.shape, licenseId }),
  query: z.strictObject({
    count: field.count.refine((value) => value <= MAX_COUNT),
    /** `next` of an answer: continues there, whatever changed meanwhile. */
    cursor: z
      .string()
      .max(512)
      .regex(/^[A-Za-z0-9_-]+$/)
      .optional(),
  }),
  response: z.strictObject({ results: z.array(seatHolder), next: z.string().optional() }),
  errors: ['not_found', 'license_not_exist'],
});

/** The seats that a number of new users would take, by the rules of licenses and the licenses named. */
export const forecastSeats = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/count/seats',
  access: 'licenses:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Preview the seats that new users would take',
  params: tenantParams,
  body: z.strictObject({
    count: z.number().int().min(1).max(1_000_000),
    roles: z.array(z.enum(roles)).min(1).max(roles.length),
    licenseIds: z.array(licenseId).max(LICENSE_FETCH_COUNT).default([]),
  }),
  response: seatForecasts,
  errors: ['not_found'],
});
