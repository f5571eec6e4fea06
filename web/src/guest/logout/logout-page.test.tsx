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
  serve({ 'GET /logoutUris': () => ({ logoutUris: [], parties: [] }), 'POST /logout': () => undefined });
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

const provider = { name: 'Entra', how: 'browser' as const, uri: 'https://idp.example/slo?SAMLRequest=x' };
const withProvider = () =>
  serve({
    'GET /logoutUris': () => ({
      logoutUris: [],
      parties: [{ name: 'Wiki', how: 'background' as const, uri: null }, provider],
    }),
    'POST /logout': () => undefined,
  });

test('the identity provider is offered, with a way past it', async () => {
  withProvider();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await signOut('');
  fireEvent.click(await screen.findByText('login.skipProvider'));
  expect(await screen.findByText('login.party_skipped')).toBeDefined();
  expect(screen.getByText('login.party_background')).toBeDefined();
  expect(assign).not.toHaveBeenCalled();
});

test('back from the identity provider, the page says what it answered, once', async () => {
  withProvider();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await signOut('');
  fireEvent.click(await screen.findByText('login.goToProvider'));
  expect(assign).toHaveBeenCalledWith(provider.uri);
  for (const [shown, title] of [
    ['login.party_partial', 'login.signedOutTitle'],
    // Nothing is kept any more: such an address may be made up, and nobody was signed out by it.
    [null, 'login.signOutTitle'],
  ] as const) {
    cleanup();
    history.replaceState(null, '', '/logout.html?provider=partial');
    render(
      <GuestProvider guest={{ language: 'en', product: 'Portico', t: (key: string) => key, data: {} }}>
        <LogoutPage />
      </GuestProvider>,
    );
    await screen.findByText(title);
    if (shown) expect(screen.getByText(shown)).toBeDefined();
    else expect(screen.queryByText('login.party_partial')).toBeNull();
  }
});
