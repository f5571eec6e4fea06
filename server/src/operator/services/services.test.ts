import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenantId: string;

const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
const later = (days: number) => new Date(app.tools.clock().getTime() + days * 86_400_000).toISOString();
const said = ({ status, body }: Awaited<ReturnType<Operate>>) => [status, body[0].message_id, body[0].field];

beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
  ({ tenantId } = await makeTenant(app));
});
afterAll(() => app.close());

describe('services', () => {
  it('are added, changed, shown and listed, with their icon for everybody', async () => {
    const facts = { names: { en: 'Print', ja: '印刷' }, linkURLs: { default: 'https://print.example/' }, icon };
    const made = await operate('POST', '/services', { serviceClass: 'print', ...facts });
    expect(made.body).toMatchObject({ serviceClass: 'print', names: facts.names, adminLinkURLs: null, enabled: true });
    const seen = await app.call('GET', made.body.iconURL);
    // As the reader of images writes it.
    const kept = icon.replace('"0 0 8 8"', '"0 0 8 8" width="512" height="512"');
    expect([seen.status, seen.body, seen.headers.get('content-type')]).toEqual([200, kept, 'image/svg+xml']);
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
    const changed = await operate('PUT', '/services/print', { names: { en: 'Printing' }, icon: null });
    expect(changed.body).toMatchObject({ names: { en: 'Printing' }, linkURLs: facts.linkURLs, iconURL: null });
    expect((await app.call('GET', '/api/service/icons/print')).status).toBe(404);
    expect((await operate('GET', '/services/print')).body).toEqual(changed.body);
    expect((await operate('GET', '/services')).body.results).toContainEqual(changed.body);
    expect(said(await operate('POST', '/services', { serviceClass: 'print', names: { en: 'x' } }))).toEqual([
      409,
      'duplicated',
      'serviceClass',
    ]);
    const log = await app.owner.query(
      "select operation, changes from system_operation_log where target_type = 'service' and target_id = 'print' order by at",
    );
    expect(log.rows.map((row) => row.operation)).toEqual(['create', 'update']);
    expect(log.rows[1].changes.names).toEqual({ before: facts.names, after: { en: 'Printing' } });
  });

  it.each([
    ['serviceClass', { serviceClass: '-x', names: { en: 'x' } }],
    ['serviceClass', { serviceClass: 'a b', names: { en: 'x' } }],
    ['names', { serviceClass: 'x', names: { ja: 'x' } }],
    ['names.en', { serviceClass: 'x', names: { en: ' ' } }],
    ['xx', { serviceClass: 'x', names: { en: 'x', xx: 'x' } }],
    ['linkURLs.default', { serviceClass: 'x', names: { en: 'x' }, linkURLs: { default: 'javascript:alert(1)' } }],
    ['linkURLs', { serviceClass: 'x', names: { en: 'x' }, linkURLs: { eu: 'https://x.example/' } }],
    ['icon', { serviceClass: 'x', names: { en: 'x' }, icon: '<svg onload="x"></svg>' }],
    ['icon', { serviceClass: 'x', names: { en: 'x' }, icon: 'x'.repeat(40_000) }],
    ['owner', { serviceClass: 'x', names: { en: 'x' }, owner: 'x' }],
  ])('refuse a wrong %s', async (field, body) => {
    const answer = await operate('POST', '/services', body);
    expect(answer.status).toBe(400);
    expect(answer.body[0].message_id).toBe('invalid_params');
    expect(answer.body[0].field).toContain(field.split('.')[0]);
    expect((await operate('GET', '/services/x')).status).toBe(404);
    expect((await operate('PUT', '/services/x', {})).status).toBe(404);
  });
});

describe('contracts', () => {
  it('are made, changed and listed; their end ends their licences', async () => {
    const path = `/tenants/${tenantId}/contracts`;
    const made = await operate('POST', path, { contractId: 'C-1', ratePlanName: 'Gold', endsAt: later(10) });
    expect(made.body).toMatchObject({ contractId: 'C-1', subscriptionRegionalId: 'na' });
    const licenseId = await makeLicense(operate, tenantId, { contractId: 'C-1' });
    const status = async () =>
      (await operate('GET', `/tenants/${tenantId}/licenses`)).body.results.find(
        (one: { licenseId: string }) => one.licenseId === licenseId,
      ).status;
    expect(await status()).toBe('activated');
    app.advance(11 * 86_400_000);
    expect(await status()).toBe('expired');
    expect((await operate('PUT', `${path}/C-1`, { endsAt: null, ratePlanName: 'Platinum' })).body).toMatchObject({
      ratePlanName: 'Platinum',
      endsAt: null,
    });
    expect(await status()).toBe('activated');
    expect((await operate('GET', path)).body.results[0]).toMatchObject({ contractId: 'C-1' });
    expect(said(await operate('POST', path, { contractId: 'C-1', ratePlanName: 'x' }))).toEqual([
      409,
      'duplicated',
      'contractId',
    ]);
  });

  it('refuse what cannot be', async () => {
    const path = `/tenants/${tenantId}/contracts`;
    const wrong: [object, string][] = [
      [{ contractId: '', ratePlanName: 'x' }, 'contractId'],
      [{ contractId: 'x', ratePlanName: ' ' }, 'ratePlanName'],
      [{ contractId: 'x', ratePlanName: 'x', startsAt: later(2), endsAt: later(1) }, 'endsAt'],
      [{ contractId: 'x', ratePlanName: 'x', endsAt: later(-1) }, 'endsAt'],
      [{ contractId: 'x', ratePlanName: 'x', subscriptionRegionalId: 'moon' }, 'subscriptionRegionalId'],
    ];
    for (const [body, field] of wrong) {
      expect(said(await operate('POST', path, body))).toEqual([400, 'invalid_params', field]);
    }
    expect((await operate('PUT', `${path}/nothing`, {})).status).toBe(404);
    expect((await operate('GET', '/tenants/nobody/contracts')).status).toBe(404);
    expect((await operate('POST', '/tenants/nobody/contracts', { contractId: 'x', ratePlanName: 'x' })).status).toBe(
      404,
    );
  });
});

describe('licences', () => {
  it('are suspended and resumed, expire by their own date, and change their volume', async () => {
    const licenseId = await makeLicense(operate, tenantId, { expiresAt: later(5), volume: 3 });
    const path = `/tenants/${tenantId}/licenses/${licenseId}`;
    expect((await operate('POST', `${path}/suspend`)).body.status).toBe('suspended');
    expect((await operate('POST', `${path}/suspend`)).body.status).toBe('suspended');
    expect((await operate('POST', `${path}/resume`)).body.status).toBe('activated');
    const types = ['PorticoMfp', 'WarningLight'];
    const changes = { volume: 100_000_000, availableRoles: ['PowerUser'], availableDeviceTypes: types };
    expect((await operate('PUT', path, changes)).body).toMatchObject({ ...changes, status: 'activated' });
    app.advance(6 * 86_400_000);
    // Also then it is suspended, which its status does not say.
    const listed = async () => {
      const { results } = (await operate('GET', `/tenants/${tenantId}/licenses`)).body;
      return results.find((one: { licenseId: string }) => one.licenseId === licenseId);
    };
    expect(await listed()).toMatchObject({ status: 'expired', suspendedAt: null });
    const suspended = (await operate('POST', `${path}/suspend`)).body;
    expect(suspended).toMatchObject({ status: 'expired', suspendedAt: expect.any(String) });
    expect(await listed()).toMatchObject({ status: 'expired', suspendedAt: suspended.suspendedAt });
    expect((await operate('PUT', path, { expiresAt: null })).body).toMatchObject({
      status: 'suspended',
      expiresAt: null,
    });
    const log = await app.owner.query(
      "select changes from system_operation_log where target_type = 'license' and target_id = $1 order by at desc, id desc",
      [licenseId],
    );
    expect(log.rows[0].changes.status).toEqual({ before: 'expired', after: 'suspended' });
    expect(log.rows[1].changes).toEqual({ suspendedAt: { before: null, after: suspended.suspendedAt } });
    expect((await operate('POST', `${path}/resume`)).body).toMatchObject({ status: 'activated', suspendedAt: null });
  });

  it('refuse what cannot be, and name it', async () => {
    const [contractId, serviceClass] = ['C-2', await makeService(operate)];
    await operate('POST', `/tenants/${tenantId}/contracts`, { contractId, ratePlanName: 'x' });
    const good = { licenseId: 'L-1', contractId, serviceClass, volume: 1 };
    const path = `/tenants/${tenantId}/licenses`;
    const wrong: [object, number, string, string][] = [
      [{ ...good, volume: -1 }, 400, 'invalid_params', 'volume'],
      [{ ...good, volume: 1.5 }, 400, 'invalid_params', 'volume'],
      [{ ...good, volume: 1e15 }, 400, 'invalid_params', 'volume'],
      [{ ...good, volumeType: 'cpu' }, 400, 'invalid_params', 'volumeType'],
      [{ ...good, availableRoles: [] }, 400, 'invalid_params', 'availableRoles'],
      [{ ...good, availableRoles: ['King'] }, 400, 'invalid_params', 'availableRoles.0'],
      [{ ...good, availableDeviceTypes: ['Toaster'] }, 400, 'invalid_params', 'availableDeviceTypes'],
      [{ ...good, startsAt: later(3), expiresAt: later(2) }, 400, 'invalid_params', 'expiresAt'],
      [{ ...good, usedVolume: 0 }, 400, 'invalid_params', 'usedVolume'],
      [{ ...good, contractId: 'nothing' }, 404, 'not_found', 'contractId'],
      [{ ...good, serviceClass: 'nothing' }, 404, 'not_found', 'serviceClass'],
    ];
    for (const [body, ...refusal] of wrong) expect(said(await operate('POST', path, body))).toEqual(refusal);
    expect((await operate('POST', path, good)).status).toBe(200);
    expect(said(await operate('POST', path, good))).toEqual([409, 'duplicated', 'licenseId']);
    const other = await makeTenant(app);
    for (const [tenant, id] of [
      [tenantId, 'nothing'],
      [other.tenantId, 'L-1'],
    ]) {
      const at = `/tenants/${tenant}/licenses/${id}`;
      expect(said(await operate('PUT', at, { volume: 5 }))).toEqual([404, 'license_not_exist', 'licenseId']);
      expect(said(await operate('POST', `${at}/suspend`))).toEqual([404, 'license_not_exist', 'licenseId']);
      expect(said(await operate('POST', `${at}/resume`))).toEqual([404, 'license_not_exist', 'licenseId']);
    }
    const across = { ...good, licenseId: 'L-2' };
    expect(said(await operate('POST', `/tenants/${other.tenantId}/licenses`, across))).toEqual([
      404,
      'not_found',
      'contractId',
    ]);
    expect((await operate('PUT', `${path}/L-1`, { startsAt: later(9), expiresAt: later(8) })).status).toBe(400);
  });
});
