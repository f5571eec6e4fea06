import { startTestApp, type TestApp } from '#test/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const answers = async () => {
  const asked: [string, string, unknown?][] = [
    ['GET', '/readyz'],
    ['GET', '/api/auth/me'],
    ['GET', '/login.html'],
    // Answered by the library, bypassing the response hooks.
    ['POST', '/api/auth/oauth/provider/token', ''],
  ];
  const all = [];
  for (const [method, path, body] of asked) {
    const { status, headers } = await app.call(method, path, { body });
    all.push([path, status, headers.get('connection')]);
  }
  return all;
};

it('a process that will stop sends its callers elsewhere, by every answer', async () => {
  const before = await answers();
  expect(before.map(([, , connection]) => connection)).not.toContain('close');
  app.tools.draining = true;
  expect(await answers()).toEqual(before.map(([path, status]) => [path, path === '/readyz' ? 503 : status, 'close']));
});
