import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { ENTERPRISE, GROUP, idsOf, makeScim, type SourceOfTest, USER } from '#test/scim.ts';

/** The organization's items as an extension, pages by cursor, and `/Me`. */

const CUSTOM = 'urn:ietf:params:scim:schemas:extension:portico:2.0:User';
let app: TestApp;
let of: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  of = await makeScim(app);
});

const name = (names: object) =>
  app.owner.query('update tenants set user_extension_attribute_properties = $2 where tenant_id = $1', [
    of.tenant.tenantId,
    JSON.stringify(names),
  ]);
const items = async (id: string) => (await of.account(id)).extension_attributes;

describe('items of the organization', () => {
  it('are in discovery by the names that they have there', async () => {
    expect(idsOf((await of.scim('GET', '/Schemas')).body)).toEqual([USER, ENTERPRISE, GROUP]);
    await name({ extensionAttribute2: { name: 'Cost center' } });
    const { attributes } = (await of.scim('GET', `/Schemas/${CUSTOM}`)).body;
    expect(attributes).toEqual([expect.objectContaining({ name: 'extensionAttribute2', description: 'Cost center' })]);
    expect((await of.scim('GET', '/ResourceTypes/User')).body.schemaExtensions).toContainEqual({
      ...{ schema: CUSTOM, required: false },
    });
  });

  it('are set, changed and emptied by the source that names them; others stay', async () => {
    const { id } = await of.create('a@x.example', { [CUSTOM]: { extensionAttribute1: 'one', ExtensionAttribute2: 2 } });
    expect(await items(id)).toEqual({ extensionAttribute1: 'one', extensionAttribute2: '2' });
    await app.owner.query(
      `update users set extension_attributes = extension_attributes || '{"extensionAttribute3": "own"}' where uuid = $1`,
      [id],
    );
    const put = { schemas: [USER, CUSTOM], userName: 'a@x.example', [CUSTOM]: { extensionAttribute2: 'two' } };
    const answer = await of.scim('PUT', `/Users/${id}`, put);
    expect(answer.body).toMatchObject({ schemas: [USER, CUSTOM], [CUSTOM]: { extensionAttribute2: 'two' } });
    expect(await items(id)).toEqual({ extensionAttribute2: 'two', extensionAttribute3: 'own' });
    expect(idsOf(await of.find(`${CUSTOM}:extensionAttribute2 eq "TWO"`))).toEqual([id]);
    expect(idsOf(await of.find(`${CUSTOM}:extensionAttribute2 sw "x"`))).toEqual([]);
    expect((await of.find(`${CUSTOM}:extensionAttribute16 eq "x"`)).scimType).toBe('invalidFilter');
    const asked = await of.scim('GET', `/Users/${id}?attributes=${CUSTOM}:extensionAttribute2`);
    expect(asked.body[CUSTOM]).toEqual({ extensionAttribute2: 'two' });
    expect((await of.scim('GET', `/Users/${id}?excludedAttributes=${CUSTOM}`)).body[CUSTOM]).toBeUndefined();
  });

  it.each([
    ['a path', { op: 'Replace', path: `${CUSTOM}:extensionAttribute1`, value: 'new' }, { extensionAttribute1: 'new' }],
    ['a key', { op: 'Add', value: { [`${CUSTOM}:extensionAttribute1`]: 'new' } }, { extensionAttribute1: 'new' }],
    [
      'the extension',
      { op: 'add', value: { [CUSTOM]: { extensionAttribute1: 'new' } } },
      { extensionAttribute1: 'new' },
    ],
    [
      'its path',
      { op: 'replace', path: CUSTOM, value: { extensionAttribute1: 'new' } },
      { extensionAttribute1: 'new' },
    ],
    ['nothing', { op: 'Remove', path: `${CUSTOM}:extensionAttribute1` }, {}],
    ['the removal of all', { op: 'remove', path: CUSTOM }, {}],
  ])('are changed with %s', async (_, operation, expected) => {
    const { id } = await of.create('a@x.example', { [CUSTOM]: { extensionAttribute1: 'old' } });
    expect((await of.patch(id, operation)).status).toBe(200);
    expect(await items(id)).toEqual(expected);
  });

  it('of a value that is too long nothing is done', async () => {
    const { id } = await of.create();
    const answer = await of.patch(id, { op: 'add', path: `${CUSTOM}:extensionAttribute1`, value: 'x'.repeat(1000) });
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
    const Operations = [{ op: 'add', path: `${CUSTOM}:extensionAttribute1`, value: 'bulk' }];
    const more = { method: 'PATCH', path: `/Users/${(await of.create('b@x.example')).id}`, data: { Operations } };
    await of.scim('POST', '/Bulk', {
      Operations: [{ method: 'PATCH', path: `/Users/${id}`, data: { Operations } }, more],
    });
    expect(await items(id)).toEqual({ extensionAttribute1: 'bulk' });
  });
});

describe('pages by cursor', () => {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function walk(path: string, more: string): Promise<any[]> {
    const seen = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages += 1) {
      const { body } = await of.scim('GET', `${path}?cursor=${encodeURIComponent(cursor)}&count=2${more}`);
      expect(body.startIndex).toBeUndefined();
      seen.push(...idsOf(body));
      if (!body.nextCursor) return seen;
      cursor = body.nextCursor;
    }
    throw new Error('the pages do not end');
  }

  it.each(['', '&sortBy=userName', '&filter=userName co "x.example"'])('reach everybody once%s', async (more) => {
    const ids = [];
    for (const one of ['a', 'b', 'c', 'd', 'e']) ids.push((await of.create(`${one}@x.example`)).id);
    expect(await walk('/Users', more)).toEqual(ids);
  });

  it('reach every group once', async () => {
    for (const displayName of ['a', 'b', 'c']) await of.scim('POST', '/Groups', { displayName });
    expect(new Set(await walk('/Groups', '')).size).toBe(3);
  });

  it('are of the list that they were made for', async () => {
    for (const one of ['a', 'b', 'c']) await of.create(`${one}@x.example`);
    const { nextCursor } = (await of.scim('GET', '/Users?cursor=&count=1')).body;
    for (const [query, scimType] of [
      [`cursor=${nextCursor}&filter=active eq true`, 'invalidCursor'],
      ['cursor=nothing', 'invalidCursor'],
      [`cursor=${nextCursor}&startIndex=1`, 'invalidValue'],
    ])
      expect((await of.scim('GET', `/Users?${query}`)).body).toMatchObject({ status: '400', scimType });
    expect((await of.scim('POST', '/Users/.search', { cursor: nextCursor, count: 5 })).body.itemsPerPage).toBe(2);
    const { pagination } = (await of.scim('GET', '/ServiceProviderConfig')).body;
    expect(pagination).toMatchObject({ cursor: true, index: true, defaultPaginationMethod: 'index' });
  });
});

it('a source is nobody', async () => {
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect((await of.scim(method, '/Me', method === 'PATCH' ? {} : undefined)).body).toMatchObject({ status: '501' });
});
