import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import LoginPage from './LoginPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const t = (key: string, values?: Record<string, unknown>) => (values?.app ? `${key} ${values.app}` : key);
const AUTHORIZE = '/api/auth/oauth/provider/authorize';

/** The sign-in page, as an app's request with these parameters leads to it. */
function open(
  parameters: Record<string, string>,
  path = AUTHORIZE,
  { Page, Provider } = { Page: LoginPage, Provider: GuestProvider },
): HTMLElement {
  serve({ 'GET /loginType/site': () => ({ loginTypes: ['loginMailAddress', 'userId'] }) });
  const url = `${path}?${new URLSearchParams(parameters)}`;
  history.replaceState(null, '', `/login.html?${new URLSearchParams({ url, tenantId: 'demo' })}`);
  return render(
    <Provider guest={{ language: 'en', product: 'Portico', t, data: { app: 'PrintFlow' } }}>
      <Page />
    </Provider>,
  ).container;
}

/** Gives a password that is right as far as it goes. */
function signIn(answer: object): void {
  serve({ 'POST /login/user': () => answer, 'GET /loginType/site': () => ({ loginTypes: ['loginMailAddress'] }) });
  fireEvent.change(screen.getByLabelText('guest.mailAddress'), { target: { value: 'taro@demo.example' } });
  fireEvent.change(screen.getByLabelText('guest.password'), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: 'login.signIn' }));
}

const typedIn = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('form input:not([type="password"])')].map(({ value }) => value);

test('names the app', () => {
  open({});
  expect(screen.getByText('login.continueTo PrintFlow')).toBeTruthy();
});

test.each([
  ['a user ID', ' taro ', ['demo', 'taro']],
  ['a mail address', 'taro@demo.example', ['taro@demo.example']],
  ['nobody', '', ['']],
])('%s that the app thinks of is filled in', (_, hint, filled) => {
  expect(typedIn(open({ login_hint: hint }))).toEqual(filled);
});

test('who signs in for no app is not hinted at', () => {
  expect(typedIn(open({ login_hint: 'taro' }, '/portal/users'))).toEqual(['']);
});

test.each([
  [{ status: 'mfaRequired', loginId: 'l', methods: ['totp', 'recoveryCode'] }, 'login.secondFactorTitle', 'guest.code'],
  [
    { status: 'passwordExpired', loginId: 'l', passwordPolicy: { minLength: 10 } },
    'login.passwordExpiredTitle',
    'password.new',
  ],
])('the form of a later step is there with its title: %o', async (answer, title, label) => {
  const container = open({});
  // Whenever the title has changed, so has the form: nothing jumps.
  const seen: (string | boolean)[][] = [];
  const look = new MutationObserver(() =>
    seen.push([screen.getByRole('heading').textContent ?? '', screen.queryByLabelText(label) !== null]),
  );
  look.observe(container, { childList: true, subtree: true, characterData: true });
  signIn(answer);
  await screen.findByLabelText(label);
  look.disconnect();
  expect(seen.at(-1)).toEqual([title, true]);
  for (const [heading, isThere] of seen) expect([heading === title, isThere]).toEqual([isThere, isThere]);
});

test('a later step whose form is gone since another version came loads the page anew', async () => {
  vi.resetModules();
  vi.doMock('./LaterStepForm.tsx', () => {
    throw new Error('404');
  });
  const { default: StalePage } = await import('./LoginPage.tsx');
  const { GuestProvider: StaleProvider } = await import('../../guest-kit/context.tsx');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  open({}, AUTHORIZE, { Page: StalePage, Provider: StaleProvider });
  signIn({ status: 'mfaRequired', loginId: 'l', methods: ['totp'] });
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
});
