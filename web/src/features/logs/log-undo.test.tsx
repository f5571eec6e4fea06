import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import events from '#messages/en/events.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import sentences from '#messages/en/sentences.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { meQuery } from '../../base/session-queries.ts';
import { readLogSearch } from './log-search.ts';
import { SystemLog } from './pages.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
afterEach(cleanup);

const at = new Date(Date.now() - 86_400_000).toISOString();
const taro = { id: 'taro', name: '', familyName: 'Sato', givenName: 'Taro', exists: true };
const file = { id: '', name: 'staff.csv', familyName: '', givenName: '', exists: true };
const row = (id: string, type: string, more: object) => ({
  ...{ id, at, type, operation: 'update', action: 'x', status: 'success', changes: {}, targetId: id, requestId: 'r' },
  ...{
    operatorUserId: 'naoko',
    operatorUuid: 'u1',
    actor: { type: 'person', id: 'u1', name: 'naoko' },
    actorNamed: null,
  },
  ...{ targetType: type.split('.')[0], targetNamed: null, errorId: null, reason: null, address: null },
  ...more,
});
const department = { department: { before: 'A', after: 'B' } };
const rows = [
  row('changed', 'user.changed', { changes: department, targetNamed: taro }),
  row('gone', 'user.changed', { changes: department, targetNamed: { ...taro, exists: false } }),
  row('import', 'userImport.ended', { status: 'completed', targetNamed: file, changes: { created: { after: 3 } } }),
  row('bulk', 'userBulk.ended', {
    status: 'completed',
    changes: { action: { after: 'delete' }, changed: { after: 2 } },
  }),
  row('out', 'userBulk.ended', {
    status: 'completed',
    changes: { action: { after: 'signOut' }, changed: { after: 2 } },
  }),
  row('group', 'group.changed', { changes: { name: { before: 'A', after: 'B' } } }),
];

function open() {
  serve({
    'GET /tenants/{tenantId}': () => ({ userExtensionAttributeProperties: {} }),
    'GET ': () => ({ targetTypes: [] }),
    'POST /chart': () => ({ rows: 0, countedFrom: null, unit: 'day', bars: [] }),
    'POST /search/logs/systemOperation': () => ({ totalResults: rows.length, results: rows }),
    'POST /history/{entryId}/undo': () => {
      throw apiError(409, [{ message_id: 'conflict', message: '' }], 'r');
    },
    'POST /undo': ({ path }: { path: string }) => ({ importId: path.includes('Bulks') ? 'of-bulk' : 'of-import' }),
  });
  const page = { path: '/portal/tenant/system-log', component: SystemLog, validateSearch: readLogSearch };
  const preview = { path: '/portal/users/import/$importId', component: () => <p>Preview</p> };
  return openPage(page, page.path, { common, errors, events, history, logs, sentences, users }, [preview]);
}

test('a change of a user, an import and a bulk operation are undone from the log, by a preview', async () => {
  const { address } = open();
  const buttons = await screen.findAllByRole('button', { name: common.undo });
  const texts = buttons.map((button) => button.closest('tr')?.textContent);
  expect(texts).toEqual([
    expect.stringContaining('naoko changed Taro Sato (taro)'),
    expect.stringContaining('The import staff.csv started by naoko ended: 3 users added'),
    expect.stringContaining('The bulk action on users started by naoko ended: 2 users changed'),
  ]);
  expect(texts[2]).toContain('Action: Delete');
  await userEvent.click(buttons[0] as HTMLElement);
  await screen.findByText(errors.conflict);
  await userEvent.click(buttons[1] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/portal/users/import/of-import'));
  expect(changes.map(({ path }) => path)).toEqual([
    '/api/auth/tenants/{tenantId}/users/{userId}/history/{entryId}/undo',
    '/api/auth/tenants/{tenantId}/userImports/{importId}/undo',
  ]);
});

test('who may not change users is offered nothing', async () => {
  const { queryClient } = open();
  await screen.findAllByRole('button', { name: common.undo });
  await act(async () =>
    queryClient.setQueryData(
      meQuery.queryKey,
      (me) => me && ({ ...me, permissions: ['users:read', 'logs:read'] } as never),
    ),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: common.undo })).toBeNull());
  expect(within(screen.getByRole('table')).queryByText(history.acts)).toBeNull();
});
