import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '#contract/errors.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { isTaken } from '../../../platform/db/violation.ts';
import { clientOfJob } from '../../../platform/http/client-info.ts';
import { recordRefused } from '../../../platform/http/failed-acts.ts';
import { IN_NO_GROUPS, type Principal } from '../../../platform/http/principal.ts';
import type { Tools } from '../../../platform/tools.ts';
import type { Jobs } from '../../../platform/work/queue.ts';
import { refuseSuspended, suspended } from '../../../platform/work/suspension.ts';
import { SCIM_PATH } from '#contract/provisioning/values.ts';
import { countMany } from '../../runs/runs.ts';
import { type Refused, refusedBy } from '../answer.ts';
import { carryOut } from './batch.ts';
import { type Operation, PIECE } from './plan.ts';
import * as queries from './queries.ts';
import { gone, isFailed, type Result } from './result.ts';

/**
 * Carries out what is left of a Bulk, some hundred operations a transaction, in which they are stamped: whoever goes on after
 * a crash does each once. Several processes may work at one Bulk: they take turns by its row.
 */

const JOB = 'scim-bulk';
/** When a worker looks whether the process that carries it out has ended. */
export const LOOK_AFTER_MS = 60_000;
const TRIES = 5;
/** After so long one looks again at a Bulk that another is at. */
const HELD_MS = 200;
/** Of a job, before the Bulk is given up. */
const ATTEMPTS = 8;
const ACTION = `POST ${SCIM_PATH}/Bulk`;

type Of = { tenantId: string; uuid: string };

export const wakeBulk = (tools: Tools, tx: Tx, { tenantId, uuid }: Of, startAfter?: Date): Promise<void> =>
  tools.jobs.wake(JOB, { tenantId, bulkUuid: uuid }, { tx, ...(startAfter && { startAfter }) });

/** Wakes the jobs of the tenant's Bulks that are not over, though those who sent them had time; answers how many. */
export async function wakeUnfinishedBulks(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const left = await queries.listUnfinished(tx, new Date(now.getTime() - LOOK_AFTER_MS));
  for (const { tenant_id: tenantId, uuid } of left) await wakeBulk(tools, tx, { tenantId, uuid });
  return left.length;
}

export const defineBulks = (tools: Tools, jobs: Jobs): Promise<void> =>
  jobs.defineJob<{ tenantId: string; bulkUuid: string }>(JOB, {
    concurrency: 2,
    run: async ({ tenantId, bulkUuid: uuid }, { signal, attempt }) => {
      try {
        await runBulk(tools, { tenantId, uuid }, signal);
      } catch (error) {
        if (error === suspended || signal.aborted || attempt < ATTEMPTS) throw error;
        await tools.db.inTenant(tenantId, (tx) => queries.end(tx, uuid, 'error', tools.clock()));
      }
    },
  });

/** Bulks at which this process works: who sends one again waits, and takes no connection. */
const working = new Set<string>();

/** Goes on until it is over. Throws what may be over at the next attempt, and the reason of a signal that is aborted. */
export async function runBulk(tools: Tools, of: Of, signal?: AbortSignal): Promise<void> {
  while (working.has(of.uuid)) await sleep(HELD_MS, undefined, { signal });
  working.add(of.uuid);
  try {
    await goOn(tools, of, signal);
  } finally {
    working.delete(of.uuid);
  }
}

async function goOn(tools: Tools, of: Of, signal?: AbortSignal): Promise<void> {
  // So many operations are done one by one, since one of them fails its transaction.
  let single = 0;
  let tries = 0;
  for (;;) {
    signal?.throwIfAborted();
    let tried: number | undefined;
    try {
      const batch = await doBatch(tools, of, single > 0 ? 1 : PIECE, (at) => {
        tried = at;
      });
      if (batch === 'over') return;
      if (batch === 'held') await sleep(HELD_MS, undefined, { signal });
      else single = Math.max(0, single - 1);
      tries = 0;
    } catch (error) {
      const refused = refusedBy(error);
      const isRace = isTaken(error) || isFailure(error, 'duplicated_params_userId');
      const mayPass = refused.status >= 500 || (single > 0 && isRace);
      if (mayPass && ++tries < TRIES) await sleep(20 * tries);
      else if (refused.status >= 500 || tried === undefined) throw error;
      else if (single === 0) single = PIECE;
      else {
        const batch = await refuseNext(tools, of, refused, tried);
        if (batch === 'over') return;
        if (batch === 'held') continue;
        single -= 1;
        tries = 0;
      }
    }
  }
}

interface Batch {
  results: Result[];
  operations: Operation[];
  bulk: queries.BulkRow;
  piece: queries.Piece;
}

/** The next operations, held and done in one transaction. `trying` hears of the first before it is done. */
async function doBatch(tools: Tools, of: Of, most: number, trying: (at: number | undefined) => void): Promise<Turn> {
  const touched = new Set<string>();
  const batch = await inTurn(tools, of, most, async (tx, { bulk, operations }) => {
    trying(operations[0]?.at);
    const client = clientOfJob(bulk);
    const ids = new Map(Object.entries(bulk.ids));
    const [now, caller, told] = [tools.clock(), callerOf(bulk), [] as string[]];
    const act = { tools, tx, caller, client, now, action: ACTION, touched, told, isOfBulk: true };
    const mayFail = bulk.fail_on_errors === null ? null : bulk.fail_on_errors - bulk.failed;
    const results = await carryOut({ act, ids, mayFail }, operations);
    // What is kept by the names that were sent: `constructor` is one of them.
    const made = [...ids].filter(([name]) => !Object.hasOwn(bulk.ids, name));
    return { results, ids: Object.fromEntries(made) };
  });
  for (const uuid of touched) tools.principals.forget(of.tenantId, uuid);
  tools.wakeDeliveries();
  return batch;
}

/** The database refuses an operation, which was done by itself; not another that is next since somebody did it meanwhile. */
export const refuseNext = (tools: Tools, of: Of, refused: Refused, at: number): Promise<Turn> =>
  inTurn(tools, of, 1, async (_, { operations }) => ({
    results: operations.filter((operation) => operation.at === at).map((operation) => gone(operation, refused)),
    ids: {},
  }));

/** Whether it was this one's turn: the Bulk may be over, or another be at it. */
type Turn = 'done' | 'held' | 'over';

async function inTurn(
  tools: Tools,
  { tenantId, uuid }: Of,
  most: number,
  work: (tx: Tx, on: Omit<Batch, 'results'>) => Promise<{ results: Result[]; ids: Record<string, string> }>,
): Promise<Turn> {
  const batch = await tools.db.inTenant<Batch | 'held' | 'over'>(tenantId, async (tx) => {
    const now = tools.clock();
    const bulk = await queries.holdBulk(tx, uuid, now);
    if (typeof bulk === 'string') return bulk;
    await refuseSuspended(tx);
    const piece = await queries.nextPiece(tx, uuid);
    const isEnough = bulk.fail_on_errors !== null && bulk.failed >= bulk.fail_on_errors;
    if (!bulk.may_go_on || !piece || isEnough) {
      await queries.end(tx, uuid, bulk.may_go_on ? 'completed' : 'error', now);
      return 'over';
    }
    const operations = piece.operations.slice(piece.done, piece.done + most);
    const { results, ids } = await work(tx, { bulk, piece, operations });
    await queries.stampPiece(tx, uuid, piece, results);
    const failed = results.filter(isFailed).length;
    await queries.countOn(tx, uuid, { done: results.length, failed, ids });
    const outcomes = results.flatMap(({ outcome }) => (outcome ? [outcome] : []));
    await countMany(tx, { tenantId, source: bulk.source_uuid }, outcomes, now);
    return { results, operations, bulk, piece };
  });
  if (typeof batch === 'string') return batch;
  await noteRefused(tools, batch);
  return 'done';
}

const callerOf = ({ tenant_id: tenantId, source_uuid: id, actor_name: name }: queries.BulkRow): Principal => ({
  ...{ tenantId, actor: { type: 'source', id, name }, permissions: new Set() },
  ...{ inGroups: IN_NO_GROUPS, client: null, provedAt: null },
});

const eventOf = {
  Users: { POST: 'user.provisioned', PUT: 'user.changed', PATCH: 'user.changed', DELETE: 'user.deleted' },
  Groups: { POST: 'group.created', PUT: 'group.changed', PATCH: 'group.changed', DELETE: 'group.deleted' },
} as const;
const operationOf = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

/** Of refused operations the log has the first, as of calls. */
async function noteRefused(tools: Tools, { results, operations, bulk }: Batch): Promise<void> {
  const { actor } = callerOf(bulk);
  const sent = new Map(operations.map((operation) => [operation.at, operation]));
  for (const result of results) {
    const operation = sent.get(result.at);
    if (!operation || !isFailed(result)) continue;
    const { on, method } = operation;
    const refused = {
      ...{ tenantId: bulk.tenant_id, actor, operation: operationOf[method], type: eventOf[on][method], action: ACTION },
      errorId: result.errorId ?? ('invalid_params' as const),
      target: result.id ? { type: on === 'Users' ? 'user' : 'group', id: result.id } : null,
      ...{ client: clientOfJob(bulk), now: tools.clock() },
    };
    await recordRefused(tools, refused).catch((err) => tools.log.error({ err }, 'a refused act could not be logged'));
  }
}
