import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dash } from '#contract/display.ts';
import devices from '#messages/en/devices.json' with { type: 'json' };
import events from '#messages/en/events.json' with { type: 'json' };
import groups from '#messages/en/groups.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { readLogSearch } from './log-search.ts';
import { SystemLog } from './pages.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

const id = '0196a2b0-0000-7000-8000-000000000001';
let row: { type?: string | null; targetType: string | null; changes: object };

beforeEach(() => {
  localStorage.clear();
  const entry = {
    ...{ id, at: '2026-03-04T20:15:00.000Z', operation: 'update', action: 'PUT /x', operatorUserId: 'admin' },
    ...{ targetId: 'u', status: 'success', address: null, requestId: 'r' },
  };
  serve({
    'GET /logChoices': () => ({ targetTypes: [] }),
    'GET /tenants/{tenantId}': () => ({ userExtensionAttributeProperties: { extensionAttribute2: { name: 'Badge' } } }),
    'POST /chart': () => ({ rows: 1, countedFrom: null, unit: 'day', bars: [] }),
    'POST ': () => ({ totalResults: 1, results: [{ ...entry, ...row }] }),
  });
});
afterEach(cleanup);

const page = { path: '/portal/tenant/system-log', component: SystemLog, validateSearch: readLogSearch };
const texts = { devices, events, groups, history, logs, users };
/** The rows of the table in the drawer, cell by cell; and what the list says was changed. */
async function shown() {
  openPage(page, `/portal/tenant/system-log?entry=${id}`, texts);
  const table = await screen.findByRole('table', { name: logs.changedFields });
  // The names that the tenant gave its own items are asked for.
  await waitFor(() => expect(table.textContent).not.toContain('Custom field 2'));
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) => [...one.querySelectorAll('th, td')].map(({ textContent }) => textContent));
}

test('the details of a change are the same as in the user’s history', async () => {
  row = {
    targetType: 'user',
    changes: {
      familyName: { before: '', after: 'Sato' },
      roles: { before: ['User'], after: ['User', 'PowerUser'] },
      lockedUntil: { before: '2026-03-04T20:15:00.000Z', after: null },
      extensionAttributes: { before: {}, after: { extensionAttribute2: '77' } },
      password: {},
    },
  };
  const told = await shown();
  expect(told).toEqual([
    ['Family name', '(empty)', 'Sato'],
    ['Roles', 'User', 'User, Administrator'],
    ['Locked until', 'Mar 4, 2026, 20:15', '(empty)'],
    ['Badge', '(empty)', '77'],
    ['Password', logs.secret],
  ]);
});

test.each([
  ['group', { parentGroupIds: { before: [], after: ['sales', 'it'] } }, ['Parent groups', '(empty)', 'sales, it']],
  ['device', { serialId: { before: 'a', after: 'b' } }, ['Serial number', 'a', 'b']],
  ['tag', { groupCount: { before: 3 } }, ['Groups', '3', '(empty)']],
  ['license', { rule: { before: 'none', after: 'all' } }, ['Another field', 'none', 'all']],
  [null, { name: { before: 'a', after: 'b' } }, ['Name', 'a', 'b']],
])('those of a change of another thing (%s) too, where its fields have words', async (targetType, changes, told) => {
  row = { targetType, changes };
  expect(await shown()).toEqual([told]);
  const list = () => screen.getByRole('table', { name: ui['tenant.system-log'] });
  await waitFor(() => expect(within(list()).getByText(new RegExp(`^${told[0]}: `), { selector: 'li' })).toBeTruthy());
});

test.each([
  ['user.passwordChanged', events['user.passwordChanged']],
  ['user.madeUpByANewerServer', dash],
  [null, dash],
])('what happened (%s) is told in words', async (type, words) => {
  row = { type, targetType: 'user', changes: { password: {} } };
  await shown();
  const term = screen.getByText(history.act, { selector: 'dt' });
  expect(term.nextElementSibling?.textContent).toBe(words);
});
