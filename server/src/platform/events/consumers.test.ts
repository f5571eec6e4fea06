import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '#contract/principals.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser } from '#test/factories.ts';
import type { ClientInfo } from '../http/client-info.ts';
import { on, tell } from './consumers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

const client: ClientInfo = {
  ...{ address: '127.0.0.1', network: '127.0.0.1', userAgent: '', requestId: 'r', clientRequestId: null },
  ...{ uniqueId: null, languages: '' },
};

const shared = { actor: SYSTEM, changes: {}, facts: {}, client };

it('what a consumer writes is there if and only if the event is', async () => {
  const user = await makeUser(app, await makeTenant(app));
  const { tenantId, uuid: targetId } = user;
  const happened = { ...shared, type: 'user.passwordChanged', tenantId, targetId, at: app.tools.clock() } as const;
  const failing = app.tools.db.inTenant(tenantId, async (tx) => {
    await tell(app.tools, tx, happened);
    throw new Error('the act fails');
  });
  await expect(failing).rejects.toThrow('the act fails');
  expect(await app.mails(user.mail)).toEqual([]);
  await app.tools.db.inTenant(tenantId, (tx) => tell(app.tools, tx, happened));
  expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
});

it('is told of its own types, and what it throws fails the act', async () => {
  const { tenantId, uuid: targetId } = await makeUser(app, await makeTenant(app));
  const told: string[] = [];
  on(['userExport.ended', 'logExport.ended'], async (_, __, all) => {
    const types = all.map(({ type }) => type);
    told.push(...types);
    if (types.includes('logExport.ended')) throw new Error('refused by a consumer');
  });
  const happen = (type: 'userExport.ended' | 'logExport.ended' | 'deviceExport.ended') =>
    app.tools.db.inTenant(tenantId, (tx) =>
      tell(app.tools, tx, { ...shared, type, tenantId, targetId, at: app.tools.clock() }),
    );
  await happen('userExport.ended');
  await happen('deviceExport.ended');
  await expect(happen('logExport.ended')).rejects.toThrow('refused by a consumer');
  expect(told).toEqual(['userExport.ended', 'logExport.ended']);
});
