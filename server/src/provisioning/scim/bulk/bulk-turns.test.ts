import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeScim, type SourceOfTest, USER } from '#test/scim.ts';
import { refusedBy } from '../answer.ts';
import { refuseNext } from './run.ts';

/** Several who work at one Bulk, or beside it. No job runs here: what is begun stays until it is sent again. */

let app: TestApp;
let of: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  of = await makeScim(app);
});

const post = (bulkId: string) => ({
  ...{ method: 'POST', path: '/Users', bulkId },
  data: { schemas: [USER], userName: `${bulkId}@x.example`, active: true },
});
const send = (Operations: object[], headers: object = {}) => of.scim('POST', '/Bulk', { Operations }, { headers });
const begin = async (operations: object[]): Promise<string> => {
  const begun = await send(operations, { prefer: 'respond-async' });
  expect(begun.status).toBe(202);
  // As if that had not been answered, so that the same that is sent again is that one.
  const forget = 'update scim_bulks set answered_at = null where uuid = $1 and answered_at is not null';
  await expect.poll(async () => (await app.owner.query(forget, [begun.body.id])).rowCount).toBe(1);
  return begun.body.id;
};
const statusesOf = ({ body }: { body: { Operations: { status: string }[] } }) =>
  body.Operations.map(({ status }) => status);
const busy = () => app.tools.db.pool.totalCount - app.tools.db.pool.idleCount;

/** Another, who holds rows while the work is done; `commit`: what they did then counts. */
async function whileHeld(text: string, values: unknown[], work: (commit: () => Promise<void>) => Promise<void>) {
  const other = await app.owner.connect();
  try {
    await other.query('begin');
    await other.query(text, values);
    await work(async () => void (await other.query('commit')));
  } finally {
    other.release(true);
  }
}

it('who waits for another process has no connection', async () => {
  const uuid = await begin([post('a')]);
  await whileHeld('select from scim_bulks where uuid = $1 for update', [uuid], async (commit) => {
    const waiting = send([post('a')]);
    await expect.poll(async () => (await of.scim('GET', `/Bulk/${uuid}`)).body.status).toBe('processing');
    await expect.poll(busy).toBe(0);
    await commit();
    expect(statusesOf(await waiting)).toEqual(['201']);
  });
});

it('what the database refuses is refused, not what is next by then', async () => {
  const operations = [post('a'), post('b')];
  const uuid = await begin(operations);
  const refused = refusedBy(Object.assign(new Error('gone'), { code: '23503' }));
  const bulk = { tenantId: of.tenant.tenantId, uuid };
  const failed = async () => (await of.scim('GET', `/Bulk/${uuid}`)).body.failedOperations;
  expect([await refuseNext(app.tools, bulk, refused, 1), await failed()]).toEqual(['done', 0]);
  expect([await refuseNext(app.tools, bulk, refused, 0), await failed()]).toEqual(['done', 1]);
  expect([await refuseNext(app.tools, bulk, refused, 0), await failed()]).toEqual(['done', 1]);
  expect(statusesOf(await send(operations))).toEqual(['409', '201']);
});
