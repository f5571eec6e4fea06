import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import account from '#messages/en/account.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { meQuery } from '../../../base/session-queries.ts';
import { ChangePassword } from './ChangePassword.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
// Nothing is guessed here.
vi.mock('./use-password-score.ts', () => ({ usePasswordScore: () => undefined }));

afterEach(cleanup);

const policy = { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0, expiresAfterDays: 0 };
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} (required)`);

test('Enter in the last box says that it differs, and goes to the first one that is missing', async () => {
  serve({ 'GET ': () => policy, 'PUT /password': () => ({ endedSessions: 0 }) });
  const page = { path: '/portal/account', component: ChangePassword };
  const { queryClient } = openPage(page, '/portal/account', { account });
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, passwordAssigned: true });
  await screen.findByText('Password requirements:');
  await userEvent.type(box(account['password.newPassword']), 'copper meadow 93 window');
  await userEvent.type(box(account['password.confirmation']), 'copper{Enter}');
  expect(screen.getByText(account['password.mistake_differs'])).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(box(account['password.currentPassword'])));
  expect(changes).toEqual([]);
});
