import { z } from 'zod';
import * as field from '../fields.ts';
import { languages } from '../languages.ts';
import { route } from '../route.ts';

const title = field.text(256).refine((value) => value.trim() !== '');
/** Titles by language. English is required: it replaces missing languages. */
const titles = z.partialRecord(z.enum(languages), title).refine((given) => given.en !== undefined);

export const newMaintenance = z
  .strictObject({
    title: titles,
    startsAt: z.iso.datetime({ offset: true }),
    endsAt: z.iso.datetime({ offset: true }),
  })
  .refine(({ startsAt, endsAt }) => Date.parse(endsAt) > Date.parse(startsAt), { path: ['endsAt'] });
export type NewMaintenance = z.output<typeof newMaintenance>;

export const maintenance = z.strictObject({
  uuid: field.uuid,
  title: z.record(z.string(), z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(['scheduled', 'in_progress', 'completed']),
});
export type Maintenance = z.output<typeof maintenance>;

export const listMaintenances = route({
  method: 'GET',
  path: '/api/operator/maintenances',
  access: 'operator',
  operation: 'read',
  summary: 'List maintenance windows, latest first',
  response: z.strictObject({ results: z.array(maintenance) }),
  errors: [],
});

export const addMaintenance = route({
  method: 'POST',
  path: '/api/operator/maintenances',
  access: 'operator',
  operation: 'create',
  event: 'maintenance.announced',
  summary: 'Announce a maintenance window on the sign-in page',
  body: newMaintenance,
  response: maintenance,
  errors: [],
});

export const endMaintenance = route({
  method: 'POST',
  path: '/api/operator/maintenances/{uuid}/end',
  access: 'operator',
  operation: 'update',
  event: 'maintenance.ended',
  summary: 'End or cancel a maintenance window',
  params: z.strictObject({ uuid: field.uuid }),
  response: maintenance,
  errors: ['not_found'],
});
