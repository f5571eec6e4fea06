import { sql } from 'kysely';
import { isUuid } from '../../../platform/crypto/uuid.ts';
import { outcomeOf } from '../../runs/runs.ts';
import type { ScimAct } from '../act.ts';
import { toResource } from '../coerce.ts';
import { etagOf } from '../version.ts';
import { changeMany, createMany, deleteMany, type Did } from './many.ts';
import { versionsOf } from './many-queries.ts';
import { doOne, nextOf } from './one.ts';
import { type Operation, resolved } from './plan.ts';
import { gone, isFailed, type Result, wellDone } from './result.ts';
import { type Run, runsOf } from './runs.ts';

/** Carries out some operations of a Bulk in one transaction. */

interface Carrying {
  act: Omit<ScimAct, 'operation'>;
  /** Whom operations have made, by `bulkId`. */
  ids: Map<string, string>;
  /** How many may fail before the rest is left; null: any number. */
  mayFail: number | null;
}

const operationOf = { create: 'create', change: 'update', delete: 'delete' } as const;
const operationOfMethod = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

/** What became of them; fewer than there are where too many failed. */
export async function carryOut(carrying: Carrying, operations: readonly Operation[]): Promise<Result[]> {
  const { act, ids, mayFail } = carrying;
  const results: Result[] = [];
  let left = mayFail;
  for (const run of runsOf(operations, mayFail === null)) {
    const done = await doRun(carrying, run, left);
    for (const result of done) {
      results.push(result);
      if (result.bulkId !== undefined && result.id !== undefined && !isFailed(result))
        ids.set(result.bulkId, result.id);
    }
    if (left !== null) left -= done.filter(isFailed).length;
    if (left !== null && left <= 0) break;
  }
  const concerned = results.flatMap((one) => (isFailed(one) || one.id === undefined ? [] : [one.id]));
  const versions = await versionsOf(act.tx, act.caller.actor.id, concerned);
  return results.map((one) => {
    const version = one.id === undefined ? undefined : versions.get(one.id);
    return version && !isFailed(one) ? { ...one, version: etagOf(version) } : one;
  });
}

/** Of a run in which too many fail, what is behind the last one who may is not done. */
async function doRun(carrying: Carrying, run: Run, left: number | null): Promise<Result[]> {
  if (left === null || run.operations.length === 1) return tryRun(carrying, run);
  await sql`savepoint run`.execute(carrying.act.tx);
  const done = await tryRun(carrying, run);
  let failed = 0;
  const last = done.findIndex((one) => isFailed(one) && ++failed >= left);
  if (last < 0 || last === done.length - 1) return done;
  await sql`rollback to savepoint run`.execute(carrying.act.tx);
  return tryRun(carrying, { ...run, operations: run.operations.slice(0, last + 1) });
}

async function tryRun({ act, ids }: Carrying, { kind, operations: given }: Run): Promise<Result[]> {
  const operations = given.map((one) => (one.names ? resolvedBy(one, ids) : one));
  const many =
    kind === 'other' || operations.length === 1
      ? []
      : await doMany({ ...act, operation: operationOf[kind] }, ids, kind, operations);
  const results: Result[] = [];
  for (const [at, operation] of operations.entries()) {
    const did = many[at];
    const missing = operation.names?.find((name) => !ids.has(name));
    if (did) results.push(wellDone(operation, did.id, outcomeOf(did.told)));
    else if (missing !== undefined)
      results.push(gone(operation, { ...NOT_MADE, detail: `What the bulkId ${missing} names was not made.` }));
    else results.push(await doOne({ ...act, operation: operationOfMethod[operation.method] }, operation));
  }
  return results;
}

const NOT_MADE = { status: 409, scimType: undefined, errorId: 'conflict' as const };

function resolvedBy(operation: Operation, ids: ReadonlyMap<string, string>): Operation {
  const { id, data } = operation;
  return { ...operation, id: resolved(id, ids), ...(data !== undefined && { data: resolved(data, ids) }) };
}

/** Null for what is to be done one by one. */
async function doMany(
  act: ScimAct,
  ids: ReadonlyMap<string, string>,
  kind: Exclude<Run['kind'], 'other'>,
  operations: readonly Operation[],
) {
  const done: (Did | null)[] = operations.map(() => null);
  const some = <T>(of: (operation: Operation) => T | null): { at: number; is: T }[] =>
    operations.flatMap((operation, at) => {
      // Whom it names was not made.
      if (operation.names?.some((name) => !ids.has(name))) return [];
      const is = readable(() => of(operation));
      return is === null ? [] : [{ at, is }];
    });
  const put = (places: readonly { at: number }[], results: readonly (Did | null)[]) => {
    for (const [place, { at }] of places.entries()) done[at] = results[place] ?? null;
  };
  const idOf = ({ id }: Operation) => (id !== null && isUuid(id) ? id : null);
  if (kind === 'create') {
    const all = some(({ data }) => toResource(data));
    put(
      all,
      await createMany(
        act,
        all.map(({ is }) => is),
      ),
    );
  } else if (kind === 'delete') {
    const all = some((one) => (idOf(one) ? { id: one.id as string, version: one.version } : null));
    put(
      all,
      await deleteMany(
        act,
        all.map(({ is }) => is),
      ),
    );
  } else {
    const all = some((one) => (idOf(one) ? { id: one.id as string, version: one.version, next: nextOf(one) } : null));
    put(
      all,
      await changeMany(
        act,
        all.map(({ is }) => is),
      ),
    );
  }
  return done;
}

const readable = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};
