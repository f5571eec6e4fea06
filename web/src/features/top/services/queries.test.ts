import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../../test/server.ts';
import { servicesQuery } from './queries.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
afterEach(() => focusManager.setFocused(undefined));

test('a service whose contract ended goes from an open page once it is looked at again', async () => {
  let results: object[] = [{ appClass: 'print' }];
  serve({ 'GET /availableServices': () => ({ results }) });
  const client = new QueryClient();
  client.mount();
  const observer = new QueryObserver(client, servicesQuery);
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(results));
  results = [];
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([]));
  stop();
  client.unmount();
});
