import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { withPeriod } from '../within-period.ts';
import { cursor, loginLogCondition, loginLogEntry, operationLogCondition, operationLogEntry } from './logs-fields.ts';
import { tenantParams } from '../fields.ts';

const path = '/api/auth/tenants/{tenantId}/operations/search/logs';
const periodErrors = ['not_found', 'error.common.incorrectEndDatetime'] as const;

/**
 * Rows, newest first. `searchedTo`: how far back the search went when few rows match several conditions; `next`
 * continues there. Totals above two hundred are estimates ("at least"); the chart has counts.
 */
const logPage = <const T extends z.ZodType>(entry: T) => pageOf(entry).extend({ searchedTo: z.string().optional() });

/**
 * The tenant's sign-in log. Periods as for one's own history (`searchMyLoginHistory`); days in the caller's time zone.
 */
export const searchLoginLog = route({
  method: 'POST',
  path: `${path}/login`,
  access: 'logs:read',
  operation: 'none',
  summary: 'Search the sign-in log',
  params: tenantParams,
  body: withPeriod({ condition: loginLogCondition.default({}), cursor: cursor.optional(), count: field.count }),
  response: logPage(loginLogEntry),
  errors: periodErrors,
});

/** `<tenant ID>.<random>` */
const clientId = z.string().regex(/^[a-z0-9-]{3,32}\.[A-Za-z0-9_-]{8,60}$/);

/**
 * The tenant's system operation log, or, with a target and no condition, the target's whole history. `targetId` is a
 * UUID, or the ID of an OAuth client; an unknown target has no history.
 */
export const searchOperationLog = route({
  method: 'POST',
  path: `${path}/systemOperation`,
  access: 'logs:read',
  operation: 'none',
  summary:
    'Search the operation log, or the history of one user, group, tag, device, OAuth client or SAML service provider',
  params: tenantParams,
  body: withPeriod({
    condition: operationLogCondition.default({}),
    targetType: z
      .enum([
        'user',
        'group',
        'tag',
        'device',
        'oauthClient',
        'samlSp',
        'samlConnection',
        'provisioningSource',
        'provisioningTarget',
        'webhook',
      ])
      .optional(),
    targetId: z.union([field.uuid, clientId]).optional(),
    cursor: cursor.optional(),
    count: field.count,
  })
    .refine(({ targetType, targetId }) => (targetType === undefined) === (targetId === undefined), {
      path: ['targetId'],
    })
    .refine(({ targetId, condition }) => targetId === undefined || Object.keys(condition).length === 0, {
      path: ['condition'],
    }),
  response: logPage(operationLogEntry),
  errors: periodErrors,
});

/** Rows by status; the rest are `success` or `completed`. The sign-in log has `error` only. */
export const countedStatuses = { errors: 'error', processing: 'processing', expired: 'expired' } as const;
const count = z.number().int();
const chartCounts = { rows: count, errors: count, processing: count, expired: count };
export type ChartCounts = Record<keyof typeof chartCounts, number>;

/** Numbers of rows per hour or day. */
export const logChart = z.strictObject({
  unit: z.enum(['hour', 'day']),
  /** Each begins where the one before ends; the last ends with the period. */
  bars: z.array(z.strictObject({ from: z.string(), ...chartCounts })),
  ...chartCounts,
  /** Set if only rows since then were counted, because there are too many for this condition. */
  countedFrom: z.string().nullable(),
});
export type LogChart = z.output<typeof logChart>;

/** The rows that a search would find, counted by hour (up to three days) or by day of the caller's time zone. */
export const chartLoginLog = route({
  method: 'POST',
  path: `${path}/login/chart`,
  access: 'logs:read',
  operation: 'none',
  summary: 'Count sign-ins over time',
  params: tenantParams,
  body: withPeriod({ condition: loginLogCondition.default({}) }),
  response: logChart,
  errors: periodErrors,
});

export const chartOperationLog = route({
  method: 'POST',
  path: `${path}/systemOperation/chart`,
  access: 'logs:read',
  operation: 'none',
  summary: 'Count operations over time',
  params: tenantParams,
  body: withPeriod({ condition: operationLogCondition.default({}) }),
  response: logChart,
  errors: periodErrors,
});

/** Filter values of a tenant's logs: sign-in types, reasons, kinds of targets. */
export const logChoices = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/logChoices',
  access: 'logs:read',
  operation: 'read',
  summary: 'List the filter values of the logs',
  params: tenantParams,
  response: z.strictObject({
    loginTypes: z.array(z.string()),
    reasons: z.array(z.string()),
    targetTypes: z.array(z.string()),
  }),
  errors: ['not_found'],
});

/** Log retention of a tenant. `days` null: as long as the deployment's (`deploymentMonths`). */
const retention = z.strictObject({ days: z.number().int().nullable(), deploymentMonths: z.number().int() });

export const getLogRetention = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/logRetention',
  access: 'logs:read',
  operation: 'read',
  summary: 'Get the log retention',
  params: tenantParams,
  response: retention,
  errors: ['not_found'],
});

const retentionDays = { days: z.number().int().min(35).max(3650).nullable() };

/**
 * Logs older than this are deleted permanently within the hour. Never less than the 35 days of a search. `conflict`:
 * changed meanwhile.
 */
export const updateLogRetention = route({
  method: 'PUT',
  path: '/api/auth/tenants/{tenantId}/logRetention',
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'tenant.logRetentionChanged',
  summary: 'Change the log retention',
  params: tenantParams,
  body: z.strictObject({ ...retentionDays, expected: expectedOf(retentionDays) }),
  response: retention,
  errors: ['not_found', 'conflict'],
});
