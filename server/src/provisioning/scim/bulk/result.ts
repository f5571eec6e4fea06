import type { Selectable } from 'kysely';
import type { ErrorId } from '#contract/errors.ts';
import type { ScimBulks } from '../../../platform/db/schema.ts';
import type { Outcome } from '../../runs/runs.ts';
import { errorBody, type Refused } from '../answer.ts';
import type { ScimType } from '../refusal.ts';
import type { Operation } from './plan.ts';

/** What became of an operation, as it is kept and answered. */
export interface Result {
  at: number;
  method: string;
  on?: string;
  bulkId?: string;
  /** What it made or changed. */
  id?: string;
  /** The ETag. */
  version?: string;
  status: number;
  detail?: string;
  scimType?: ScimType;
  outcome?: Outcome;
  /** What the log says of a refusal. */
  errorId?: ErrorId;
}

export const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const BULK_STATUS = 'urn:portico:params:scim:api:messages:2.0:BulkStatus';

/** The status of what was done well (RFC 7644 section 3.7.3). */
const statusOf = { POST: 201, PUT: 200, PATCH: 200, DELETE: 204 } as const;

const head = ({ at, method, on, bulkId }: Operation) => ({ at, method, on, ...(bulkId !== undefined && { bulkId }) });

export const wellDone = (operation: Operation, id: string, outcome: Outcome): Result => ({
  ...head(operation),
  ...{ id, status: statusOf[operation.method], outcome },
});

/** What was refused. */
export const gone = (
  operation: Operation,
  {
    status,
    detail,
    scimType,
    errorId,
    outcome = 'failed',
  }: Pick<Refused, 'status' | 'detail' | 'scimType' | 'errorId'> & Partial<Pick<Refused, 'outcome'>>,
) => {
  const { id } = operation;
  return {
    ...head(operation),
    ...(id !== null && !id.startsWith('bulkId:') && { id }),
    ...{ status, detail, ...(scimType && { scimType }), outcome, errorId },
  } satisfies Result;
};

export const isFailed = ({ status }: Result): boolean => status >= 400;

const answered = (base: string, { method, on, bulkId, id, version, status, detail, scimType }: Result) => ({
  ...(on !== undefined && id !== undefined && { location: `${base}/${on}/${id}` }),
  ...{ method, ...(bulkId !== undefined && { bulkId }), ...(version !== undefined && { version }) },
  status: String(status),
  ...(status >= 400 && { response: errorBody({ status, scimType, detail: detail ?? '' }) }),
});

/** In the order in which they were sent; what was not tried is not among them. */
export const operationsOf = (base: string, results: readonly Result[]): object[] =>
  [...results].sort((one, other) => one.at - other.at).map((result) => answered(base, result));

/** How far it is. */
export const statusResource = (base: string, row: Selectable<ScimBulks>) => ({
  ...{ schemas: [BULK_STATUS], id: row.uuid, status: row.status },
  ...{ totalOperations: row.operations, doneOperations: row.done, failedOperations: row.failed },
  ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
  meta: {
    ...{ resourceType: 'Bulk', created: row.created_at.toISOString() },
    ...{ lastModified: (row.finished_at ?? row.created_at).toISOString(), location: `${base}/Bulk/${row.uuid}` },
  },
});
