import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import errors from '#messages/en/errors.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import type { User } from '#contract/people/users-fields.ts';
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { readUserPageSearch } from './page-search.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
const entry = (id: string, logged: object, at = days(1)) => ({
  ...{ id, at, operation: 'update', action: 'PUT /api/auth/tenants/{tenantId}/users/{userId}', status: 'success' },
  ...{ operatorUserId: 'naoko', operatorUuid: 'u1', address: '192.0.2.1', requestId: 'r', changes: logged },
  ...{ type: 'user.changed', targetType: 'user', targetId: 'u2' },
  targetNamed: { id: 'taro', name: '', familyName: '', givenName: '', exists: true },
});
const department = { department: { before: 'A', after: 'B' } };
const user = { tenantId: 'demo', uuid: 'u2', userId: 'taro' } as User;

beforeEach(() => {
  const results = [
    entry('field', department),
    entry('secret', { password: {} }),
    entry('old', department, days(31)),
    { ...entry('made', { department: { after: 'A' } }), operation: 'create' },
  ];
  serve({
    'GET /tenants/{tenantId}': () => ({ userExtensionAttributeProperties: {} }),
    'POST /search/logs/systemOperation': () => ({ results, totalResults: results.length }),
    'POST /history/{entryId}/undo': () => {
      throw apiError(409, [{ message_id: 'conflict', message: '' }], 'r');
    },
  });
});
afterEach(cleanup);

const open = () => {
  const component = () => <HistoryTab user={user} />;
  const page = { path: '/portal/users/$userId', component, validateSearch: readUserPageSearch };
  return openPage(page, '/portal/users/taro?tab=history', { users, history });
};

test('only recent changes of the user can be undone; a refusal is shown', async () => {
  open();
  const buttons = await screen.findAllByRole('button', { name: 'Undo' });
  expect(buttons).toHaveLength(1);
  const row = buttons[0]?.closest('tr') as HTMLElement;
  expect(within(row).getByText(/A → B/)).toBeTruthy();
  await userEvent.click(buttons[0] as HTMLElement);
  await waitFor(() => expect(changes.map(({ path }) => path)).toHaveLength(1));
  expect(changes[0]?.path).toBe('/api/auth/tenants/{tenantId}/users/{userId}/history/{entryId}/undo');
  await screen.findByText(errors.conflict);
});
