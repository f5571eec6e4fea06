import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import type { Permission } from '../roles.ts';
import type { OperationEvent } from '../events.ts';
import { route } from '../route.ts';
import { tenantParams } from '../fields.ts';

/**
 * Routes for started exports, the same for every kind. `path`: the address of exports of the kind; `access`: the
 * permission to start one; `one`: name for descriptions ("an export of devices").
 */
export function exportRoutes<const Path extends string, const Access extends Permission, One extends z.ZodType>({
  path,
  access,
  one,
  response,
  canceled,
  proof,
}: {
  path: Path;
  access: Access;
  one: string;
  response: One;
  /** The event of canceling one. */
  canceled: OperationEvent;
  /** For personal data: downloading a file requires a recent proof, too. */
  proof?: 'recent';
}) {
  const params = z.strictObject({ ...tenantParams.shape, exportStatusId: field.uuid });
  return {
    params,

    /** History of exports that are still kept, newest first. */
    list: route({
      method: 'GET',
      path,
      access,
      operation: 'read',
      summary: `List the runs of ${one}, newest first`,
      params: tenantParams,
      query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
      response: pageOf(response),
      errors: ['not_found'],
    }),

    get: route({
      method: 'GET',
      path: `${path}/{exportStatusId}`,
      access,
      operation: 'read',
      summary: `Get the state and progress of ${one}`,
      params,
      response,
      errors: ['not_found'],
    }),

    cancel: route({
      method: 'POST',
      path: `${path}/{exportStatusId}/cancel`,
      access,
      operation: 'update',
      event: canceled,
      summary: `Stop ${one}`,
      params,
      response,
      errors: ['not_found', 'conflict'],
    }),

    /** `conflict` until it is completed. */
    download: route({
      method: 'GET',
      path: `${path}/{exportStatusId}/download`,
      access,
      ...(proof && { proof }),
      operation: 'read',
      summary: `Download a file of ${one}, by its index from 1`,
      params,
      query: z.strictObject({ index: field.page }),
      response: null,
      answersFile: 'text/csv; charset=utf-8',
      errors: ['not_found', 'conflict'],
      transaction: 'own',
    }),
  };
}
