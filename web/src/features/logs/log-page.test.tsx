import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { readLogSearch } from './log-search.ts';
import { SystemLog } from './pages.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
afterEach(cleanup);

test('of two changes in a row, the second does not take the first back', async () => {
  serve({
    'GET ': () => ({ targetTypes: ['user'] }),
    'POST /chart': () => ({ rows: 0, countedFrom: null, unit: 'day', bars: [] }),
    'POST ': () => ({ totalResults: 0, results: [] }),
  });
  const route = { path: '/portal/tenant/system-log', component: SystemLog, validateSearch: readLogSearch };
  const { address } = openPage(route, '/portal/tenant/system-log?request=r', { common, history, logs });
  const operation = await screen.findByRole('combobox', { name: logs.operation });
  await screen.findByRole('option', { name: history.target_user });
  fireEvent.change(operation, { target: { value: 'update' } });
  fireEvent.change(screen.getByRole('combobox', { name: logs.target }), { target: { value: 'user' } });
  await waitFor(() => expect(address()).toContain('target=user'));
  expect(address()).toContain('operation=update');
});

test.each([
  ['en', ['Done', 'Started', 'Expired', 'Failed'], ['System', 'Operator (on-call)', 'Operator (root, command line)']],
  [
    'ja',
    ['成功', '開始', '期限切れ', '失敗'],
    ['システム', 'オペレーター（on-call）', 'オペレーター（root、コマンドライン）'],
  ],
])('the chart tells statuses apart, and nobody is named by a raw name (%s)', async (language, names, operators) => {
  const bar = { from: '2026-03-04T00:00:00.000Z', rows: 10, errors: 1, processing: 2, expired: 3 };
  const by = ['system', 'operator:on-call', 'cli:root', 'cli:root'];
  serve({
    'GET ': () => ({ targetTypes: [] }),
    'POST /chart': () => ({ ...bar, countedFrom: null, unit: 'day', bars: [bar] }),
    'POST ': () => ({
      totalResults: by.length,
      results: by.map((operatorUserId, at) => ({
        ...{
          id: `0196a2b0-0000-7000-8000-00000000000${at}`,
          at: bar.from,
          operation: 'update',
          action: 'x',
          changes: {},
        },
        ...{ status: 'expired', operatorUserId, operatorUuid: at === 3 ? bar.from : null, targetType: 'userExport' },
      })),
    }),
  });
  const area = async (name: string) => (await import(`../../../../messages/${language}/${name}.json`)).default;
  const texts = {
    common: await area('common'),
    logs: await area('logs'),
    history: await area('history'),
    events: await area('events'),
    sentences: await area('sentences'),
  };
  openPage(
    { path: '/portal/tenant/system-log', component: SystemLog, validateSearch: readLogSearch },
    '/portal/tenant/system-log',
    texts,
  );
  // The strip says the sums while the chart is closed; opened it tells them apart, and stays open the next time.
  const strip = await screen.findByRole('button', { name: new RegExp(texts.logs.showChart) });
  await waitFor(() => {
    for (const [at, amount] of [4, 2, 3, 1].entries())
      expect(strip.textContent).toMatch(new RegExp(`${names[at]}(?:: |：)${amount}`));
  });
  expect(screen.queryByRole('img')).toBeNull();
  fireEvent.click(strip);
  expect(await screen.findByRole('img')).toBeTruthy();
  expect(strip.getAttribute('aria-expanded')).toBe('true');
  expect(localStorage.getItem('portico.log-chart')).toBe('open');
  localStorage.clear();
  for (const name of operators) expect(await screen.findByText(name, { selector: 'b' })).toBeTruthy();
  // A user may be called as an operator is; who has an account is named by it.
  expect(screen.getByText('cli:root')).toBeTruthy();
});
