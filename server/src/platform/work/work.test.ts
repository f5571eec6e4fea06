import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { fail } from '#contract/errors.ts';
import { newUuid } from '../crypto/uuid.ts';
import { over } from './batches.ts';
import { suspended } from './suspension.ts';
import { type Batch, defineWork } from './work.ts';

/** Work on many rows, whatever it is: the tables of acts on many users stand for all, what a batch does is the test's. */

interface Row {
  tenant_id: string;
  bulk_id: string;
  status: string;
  changed: number;
}
interface Piece {
  bite: number;
}

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let batch: (piece: number) => Promise<Batch>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const work = defineWork<Row, Piece>({
  ...{ job: 'toy', key: 'bulkId', table: 'user_bulks', id: 'bulk_id', ended: 'finished_at' },
  pieces: { table: 'user_bulk_bites', number: 'bite', columns: sql`p.bite` },
  lanes: 1,
  batch: ({ piece }) => batch(piece.bite),
  logged: (row) => ({
    ...{ tenantId: row.tenant_id, job: 'toy', operation: 'update', type: 'userBulk.ended', targetId: row.bulk_id },
    ...{ operatorUuid: admin.uuid, operatorUserId: admin.userId },
  }),
});

async function begin(pieces: number): Promise<string> {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const id = newUuid();
  await app.owner.query(
    `insert into user_bulks (tenant_id, bulk_id, action, operator_uuid, operator_user_id, request_id, created_at, expires_at)
     values ($1, $2, 'deactivate', $3, 'x', '', now(), now() + interval '1 day')`,
    [tenant.tenantId, id, admin.uuid],
  );
  await app.owner.query(
    `insert into user_bulk_bites (tenant_id, bulk_id, bite, user_uuids, user_ids)
     select $1, $2, n, '{}', '{}' from generate_series(1, $3) n`,
    [tenant.tenantId, id, pieces],
  );
  return id;
}

const run = (id: string, attempt = 1, signal = new AbortController().signal) =>
  work.run(app.tools, { tenantId: tenant.tenantId, id }, { signal, attempt });
async function told(id: string) {
  const { rows } = await app.owner.query(
    `select status, changed, error_id, finished_at is not null as ended,
       (select coalesce(array_agg(bite order by bite), '{}') from user_bulk_bites p where p.bulk_id = b.bulk_id and done_at is not null) as done,
       (select coalesce(array_agg(status order by at), '{}') from system_operation_log l where l.target_id = $1) as logged
     from user_bulks b where b.bulk_id::text = $1`,
    [id],
  );
  return rows[0];
}
const setStatus = (id: string, status: string) =>
  app.owner.query('update user_bulks set status = $2 where bulk_id = $1', [id, status]);
/** Something to wait for, and what ends the waiting. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

it('does each piece once in its order, stamps and counts it, and ends with a row in the log', async () => {
  const id = await begin(3);
  const pieces: number[] = [];
  batch = async (piece) => {
    pieces.push(piece);
    // Work that takes pieces again would never end.
    if (pieces.length > 3) throw over;
    return { counted: { changed: 10 } };
  };
  await run(id);
  await run(id);
  expect(pieces).toEqual([1, 2, 3]);
  expect(await told(id)).toEqual({
    ...{ status: 'completed', changed: 30, error_id: null, ended: true },
    ...{ done: [1, 2, 3], logged: ['completed'] },
  });
});

it('a batch that breaks off leaves nothing, and is done by the next attempt', async () => {
  const id = await begin(2);
  batch = async (piece) => {
    if (piece === 2) throw new Error('the connection is gone');
    return { counted: { changed: 1 } };
  };
  await expect(run(id)).rejects.toThrow('the connection is gone');
  expect(await told(id)).toMatchObject({ status: 'processing', changed: 1, done: [1], logged: [] });
  batch = async () => ({ counted: { changed: 1 } });
  await run(id, 2);
  expect(await told(id)).toMatchObject({ status: 'completed', changed: 2, done: [1, 2] });
});

it('a piece in the hands of another is left to it, and nothing is completed before it is done', async () => {
  const id = await begin(2);
  const [taken, goOn] = [gate(), gate()];
  const pieces: number[] = [];
  batch = async (piece) => {
    pieces.push(piece);
    if (piece === 1) {
      taken.open();
      await goOn.opened;
    }
    return { counted: { changed: 1 } };
  };
  const slow = run(id);
  await taken.opened;
  const others = AbortSignal.timeout(3000);
  await Promise.race([run(id), new Promise((end) => others.addEventListener('abort', end))]);
  const meanwhile = await told(id);
  goOn.open();
  await slow;
  expect(meanwhile).toMatchObject({ status: 'processing', done: [2], logged: [] });
  expect(pieces).toEqual([1, 2]);
  expect(await told(id)).toMatchObject({ status: 'completed', changed: 2, done: [1, 2], logged: ['completed'] });
});

it.each([
  ['commits', [1, 2]],
  ['fails', [1, 2, 1]],
])(
  'a slow worker whose job was taken over %s at last: each piece is done once, and it is completed',
  async (how, of) => {
    const id = await begin(2);
    const [taken, goOn, lost] = [gate(), gate(), new AbortController()];
    const pieces: number[] = [];
    batch = async (piece) => {
      pieces.push(piece);
      if (pieces.length > 3) throw over;
      if (pieces.length === 1) {
        taken.open();
        await goOn.opened;
        if (how === 'fails') throw new Error('the connection is gone');
      }
      return { counted: { changed: 1 } };
    };
    const slow = run(id, 1, lost.signal).catch((error: Error) => error.message);
    await taken.opened;
    lost.abort();
    const other = run(id, 2);
    await expect.poll(async () => (await told(id)).done).toEqual([2]);
    goOn.open();
    await Promise.all([slow, other]);
    expect(pieces).toEqual(of);
    expect(await told(id)).toMatchObject({ status: 'completed', changed: 2, done: [1, 2], logged: ['completed'] });
  },
);

it('what is stopped in the midst of a batch takes that batch back, and stays stopped', async () => {
  const id = await begin(3);
  batch = async (piece) => {
    if (piece === 2) await app.tools.db.inTenant(tenant.tenantId, (tx) => work.stop(tx, id, app.tools.clock()));
    return { counted: { changed: 1 } };
  };
  await run(id);
  expect(await told(id)).toMatchObject({ status: 'canceled', changed: 1, done: [1], ended: true, logged: [] });
  await run(id);
  expect(await told(id)).toMatchObject({ status: 'canceled', done: [1] });
  const stop = (which: string) =>
    app.tools.db.inTenant(tenant.tenantId, (tx) => work.stop(tx, which, app.tools.clock()));
  await expect(stop(id)).rejects.toMatchObject({ id: 'conflict' });
  await expect(stop(newUuid())).rejects.toMatchObject({ id: 'not_found' });
});

it('stopped before a piece is taken, none is', async () => {
  const id = await begin(2);
  batch = async (piece) => {
    if (piece > 1) expect.unreachable();
    return {};
  };
  const counting = batch;
  batch = async (piece) => {
    await setStatus(id, 'canceled');
    return counting(piece);
  };
  await run(id);
  expect(await told(id)).toMatchObject({ status: 'canceled', done: [1] });
});

it('of a suspended tenant nothing is done; it is tried again however often it was', async () => {
  const id = await begin(1);
  batch = async () => expect.unreachable();
  await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [tenant.tenantId]);
  await expect(run(id, 99)).rejects.toBe(suspended);
  expect(await told(id)).toMatchObject({ status: 'processing', done: [] });
});

it.each([
  ['is refused', fail('forbidden'), 1, 'forbidden'],
  ['meets a value that PostgreSQL cannot take', Object.assign(new Error('no'), { code: '22003' }), 1, 'unknown_error'],
  ['fails for the eighth time', new Error('no'), 8, 'unknown_error'],
])('work that %s is given up: what is done stays done', async (_, error, attempt, errorId) => {
  const id = await begin(2);
  batch = async (piece) => {
    if (piece === 2) throw error;
    return { counted: { changed: 1 } };
  };
  await run(id, attempt);
  expect(await told(id)).toEqual({
    ...{ status: 'error', changed: 1, error_id: errorId, ended: true },
    ...{ done: [1], logged: ['error'] },
  });
});

it('fails for the seventh time: it is tried again', async () => {
  const id = await begin(1);
  batch = async () => {
    throw new Error('no');
  };
  await expect(run(id, 7)).rejects.toThrow('no');
  expect(await told(id)).toMatchObject({ status: 'processing', error_id: null, logged: [] });
});

it('what has ended meanwhile is not given up', async () => {
  const id = await begin(1);
  batch = async () => {
    await setStatus(id, 'canceled');
    throw fail('forbidden');
  };
  await run(id);
  expect(await told(id)).toMatchObject({ status: 'canceled', error_id: null, logged: [] });
});

it('a process that stops finishes its batch and takes no other; nothing is completed for that', async () => {
  const id = await begin(2);
  const stopping = new AbortController();
  batch = async () => {
    stopping.abort();
    return { counted: { changed: 1 } };
  };
  await run(id, 1, stopping.signal);
  expect(await told(id)).toMatchObject({ status: 'processing', changed: 1, done: [1], logged: [] });
});

it('a batch that is no longer wanted ends its loop, and is no failure', async () => {
  const id = await begin(1);
  batch = async () => {
    throw over;
  };
  await run(id, 8);
  expect(await told(id)).toMatchObject({ status: 'processing', done: [], error_id: null });
});
