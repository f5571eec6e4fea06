import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenantId: string;
let token: string;

const get = async (path: string) => app.call('GET', `/api/service/tenants/${tenantId}${path}`, { token });
const ids = async (query: string) =>
  (await get(`/licenses${query}`)).body.results.map(({ licenseId }: { licenseId: string }) => licenseId);

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  const tenant = await makeTenant(app);
  ({ tenantId } = tenant);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
});
afterAll(() => app.close());

it('lists licences by every filter and order, page by page', async () => {
  expect((await get('/availableVolumeTypes')).body).toEqual({ results: [] });
  const zebra = await makeService(operate, { names: { en: 'Zebra', ja: 'あ' } });
  const ant = await makeService(operate, { names: { en: 'ant', ja: 'ん' } });
  await operate('POST', `/tenants/${tenantId}/contracts`, { contractId: 'C', ratePlanName: 'Gold' });
  const expiresAt = new Date(app.tools.clock().getTime() + 86_400_000).toISOString();
  await makeLicense(operate, tenantId, { licenseId: 'L1', contractId: 'C', serviceClass: zebra, expiresAt });
  await makeLicense(operate, tenantId, { licenseId: 'L2', contractId: 'C', serviceClass: ant });
  const device = { volumeType: 'device', availableDeviceTypes: ['PowerMeter'] };
  await makeLicense(operate, tenantId, { licenseId: 'L3', serviceClass: ant, ...device });
  await makeLicense(operate, tenantId, { licenseId: 'L4', serviceClass: ant, volumeType: 'device' });
  await operate('POST', `/tenants/${tenantId}/licenses/L4/suspend`);
  expect(await ids('')).toEqual(['L2', 'L3', 'L4', 'L1']);
  expect(await ids('?locale=ja')).toEqual(['L1', 'L2', 'L3', 'L4']);
  expect(await ids('?sort=licenseId&order=descending')).toEqual(['L4', 'L3', 'L2', 'L1']);
  expect(await ids('?sort=expiresAt')).toEqual(['L1', 'L2', 'L3', 'L4']);
  expect(await ids('?volumeType=user&status=activated')).toEqual(['L2', 'L1']);
  expect(await ids('?status=suspended')).toEqual(['L4']);
  expect(await ids('?availableDeviceType=PowerMeter')).toEqual(['L3', 'L4']);
  expect(await ids('?availableDeviceType=PorticoMfp')).toEqual(['L4']);
  expect(await ids('?contractId=C')).toEqual(['L2', 'L1']);
  expect(await ids('?licenseId=L3')).toEqual(['L3']);
  expect(await ids('?count=3&page=2')).toEqual(['L1']);
  expect((await get('/licenses?licenseId=L1&locale=ja')).body).toEqual({
    results: [
      {
        licenseId: 'L1',
        contractId: 'C',
        serviceName: 'あ',
        serviceClass: zebra,
        usedVolume: 0,
        volume: 10,
        overUsedSince: null,
        volumeType: 'user',
        availableRoles: null,
        availableDeviceTypes: null,
        status: 'activated',
        startsAt: expect.any(String),
        expiresAt,
        contractSystemExtension: { ratePlanName: 'Gold', subscriptionRegionalId: 'na' },
      },
    ],
    totalResults: 1,
    itemsPerPage: 20,
  });
  expect((await get('/availableVolumeTypes')).body).toEqual({ results: ['user', 'device'] });
  const contracts = (await get('/contracts')).body;
  expect(contracts.totalResults).toBe(3);
  expect(contracts.results).toContainEqual(
    expect.objectContaining({ contractId: 'C', ratePlanName: 'Gold', licenseCount: 2 }),
  );
});

it.each(['?status=on', '?volumeType=cpu', '?count=501', '?page=0', '?sort=volume', '?licenseId=a b', '?x=1'])(
  'does not take %s',
  async (query) => {
    const answer = await get(`/licenses${query}`);
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  },
);
