import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { appExtension } from '#contract/site/me-basic-settings.ts';
import { serve } from '../../../../test/server.ts';
import { SAML_APP, servicesQuery } from './queries.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
afterEach(() => focusManager.setFocused(undefined));

test('a service whose contract ended goes from an open page once it is looked at again', async () => {
  let results: object[] = [{ appClass: 'print' }];
  serve({ 'GET /availableServices': () => ({ results }), 'GET /me/samlApps': () => ({ results: [] }) });
  const client = new QueryClient();
  client.mount();
  const observer = new QueryObserver(client, servicesQuery);
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(results);
  results = [];
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => observer.getCurrentResult().data).toEqual([]);
  stop();
  client.unmount();
});

test('SAML apps are tiles among the services, and can be hidden like them', async () => {
  const app = { samlSpId: '01890000-0000-7000-8000-000000000000', displayName: 'Wiki', icon: null };
  serve({
    'GET /availableServices': () => ({ results: [{ appClass: 'print' }] }),
    'GET /me/samlApps': () => ({ results: [{ ...app, startUrl: 'https://portico.example/start' }] }),
  });
  const tiles = await new QueryClient().fetchQuery(servicesQuery);
  expect(tiles).toEqual([
    { appClass: 'print' },
    expect.objectContaining({ appName: 'Wiki', linkURL: 'https://portico.example/start', appClass: SAML_APP }),
  ]);
  expect(appExtension.parse({ hiddenServices: tiles.flatMap(({ iconId }) => iconId ?? []) })).toBeTruthy();
});

test('where both lists fail, one failure is told and none is left over', async () => {
  const leftOver: unknown[] = [];
  const note = (reason: unknown) => leftOver.push(reason);
  process.on('unhandledRejection', note);
  const fail = () => {
    throw new Error('signed out');
  };
  serve({ 'GET /availableServices': fail, 'GET /me/samlApps': fail });
  await expect(new QueryClient().fetchQuery({ ...servicesQuery, retry: false })).rejects.toThrow('signed out');
  // Node tells of it before the next turn.
  await new Promise((done) => setImmediate(done));
  process.off('unhandledRejection', note);
  expect(leftOver).toEqual([]);
});
