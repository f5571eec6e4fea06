import { z } from 'zod';
import * as field from '../fields.ts';
import { regions } from '../region.ts';
import { route } from '../route.ts';
import { contractFacts, contractId } from '../licences/fields.ts';
import { tenantParams } from './tenants.ts';

const moment = z.iso.datetime({ offset: true });
const ratePlanName = field.requiredName;
/** Region where the subscription was sold. */
const subscriptionRegionalId = z.enum(regions);

const path = '/api/operator/tenants/{tenantId}/contracts';
export const contractParams = z.strictObject({ tenantId: field.tenantId, contractId });

export const newContract = z
  .strictObject({
    contractId,
    ratePlanName,
    /** Default: the tenant's region. */
    subscriptionRegionalId: subscriptionRegionalId.optional(),
    /** Default: now. */
    startsAt: moment.optional(),
    /** Null: no end. */
    endsAt: moment.nullable().default(null),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
  });
export type NewContract = z.output<typeof newContract>;

/** Only given fields change. */
export const contractChanges = z.strictObject({
  ratePlanName: ratePlanName.optional(),
  subscriptionRegionalId: subscriptionRegionalId.optional(),
  startsAt: moment.optional(),
  endsAt: moment.nullable().optional(),
});
export type ContractChanges = z.output<typeof contractChanges>;

export const listContracts = route({
  method: 'GET',
  path,
  access: 'operator',
  operation: 'read',
  summary: 'List the contracts of a tenant',
  params: tenantParams,
  response: z.strictObject({ results: z.array(contractFacts) }),
  errors: ['not_found'],
});

export const createContract = route({
  method: 'POST',
  path,
  access: 'operator',
  operation: 'create',
  event: 'contract.created',
  summary: 'Create a contract with a tenant',
  params: tenantParams,
  body: newContract,
  response: contractFacts,
  errors: ['not_found', 'duplicated'],
});

/** Ending a contract ends all its licenses. */
export const updateContract = route({
  method: 'PUT',
  path: `${path}/{contractId}`,
  access: 'operator',
  operation: 'update',
  event: 'contract.changed',
  summary: 'Change a contract',
  params: contractParams,
  body: contractChanges,
  response: contractFacts,
  errors: ['not_found'],
});
