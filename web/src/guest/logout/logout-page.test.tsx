import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changes, serve } from '../../../test/server.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import LogoutPage from './LogoutPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

const END_SESSION = '/api/auth/oauth/provider/session/end';
const goneTo = vi.fn();

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(goneTo);
  serve({ 'GET /logoutUris': () => ({ logoutUris: [] }), 'POST /logout': () => undefined });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  goneTo.mockReset();
});

async function signOut(url: string) {
  history.replaceState(null, '', `/logout.html?${new URLSearchParams({ logout: 'false', url })}`);
  render(
    <GuestProvider guest={{ language: 'en', product: 'Portico', t: (key: string) => key, data: {} }}>
      <LogoutPage />
    </GuestProvider>,
  );
  expect(changes).toEqual([]);
  fireEvent.click(screen.getByText('login.signOut'));
}

test('after signing out, the user returns to the app', async () => {
  await signOut(`${END_SESSION}?client_id=x`);
  await waitFor(() => expect(goneTo).toHaveBeenCalledWith(`${END_SESSION}?client_id=x`));
  expect(changes).toHaveLength(1);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  `${END_SESSION}.evil?`,
  '/portal/top.html',
])('to %s nobody is sent', async (url) => {
  await signOut(url);
  await screen.findByText('login.signedOutTitle');
  expect(goneTo).not.toHaveBeenCalled();
});
