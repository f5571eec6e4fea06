import { z } from 'zod';
import * as field from '../fields.ts';
import { componentStatuses } from '../outage.ts';
import { route } from '../route.ts';

/** Shapes of common public status pages, whose field names are snake_case. */
const page = z.strictObject({ id: z.string(), name: z.string(), url: z.string(), updated_at: z.string() });

/** Language of titles and descriptions; by default the reader's. */
const query = z.strictObject({ language: field.locale.optional() });

export const scheduledMaintenance = z.strictObject({
  id: field.uuid,
  name: z.string(),
  status: z.enum(['scheduled', 'in_progress']),
  scheduled_for: z.string(),
  scheduled_until: z.string(),
  created_at: z.string(),
});
export type ScheduledMaintenance = z.output<typeof scheduledMaintenance>;

export const getUpcomingMaintenances = route({
  method: 'GET',
  path: '/api/account/status/scheduled-maintenances/upcoming.json',
  access: 'public',
  operation: 'read',
  summary: 'List announced and ongoing maintenance, next first',
  query,
  response: z.strictObject({ page, scheduled_maintenances: z.array(scheduledMaintenance) }),
  errors: [],
  transaction: 'own',
});

export const getStatus = route({
  method: 'GET',
  path: '/api/account/status/status.json',
  access: 'public',
  operation: 'read',
  summary: 'Get the overall service status',
  query,
  response: z.strictObject({
    page,
    status: z.strictObject({ indicator: z.enum(['none', 'minor', 'major', 'critical']), description: z.string() }),
  }),
  errors: [],
  transaction: 'own',
});

export const getStatusComponents = route({
  method: 'GET',
  path: '/api/account/status/components.json',
  access: 'public',
  operation: 'read',
  summary: 'List the status of each component',
  query,
  response: z.strictObject({
    page,
    components: z.array(
      z.strictObject({ id: z.string(), name: z.string(), status: z.enum(componentStatuses), updated_at: z.string() }),
    ),
  }),
  errors: [],
  transaction: 'own',
});
