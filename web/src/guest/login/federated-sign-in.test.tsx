import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changes, held, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import { sessionKeys } from '../../session/storage-keys.ts';
import LoginPage from './LoginPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('../../i18n/texts.ts', () => ({
  loadAreas: async () => {},
  portalTexts: { translate: () => (key: string) => (key === 'errors.op_access_denied' ? 'It was denied there.' : key) },
}));

const t = (key: string, values?: Record<string, unknown>) => (values?.name ? `${key} ${values.name}` : key);
const acme = { type: 'oidc', id: 'acme', displayName: 'Acme' };
const entra = { type: 'office365', id: 'entra', displayName: 'Entra' };
const cybozu = { type: 'cybozu', id: 'cybozu', displayName: 'cybozu.com' };
const saml = { type: 'saml', id: 'adfs', displayName: 'ADFS' };
const ways = { loginTypes: ['loginMailAddress', 'userId'], providers: [acme, entra, saml, cybozu] };
const completed = { status: 'completed', tenantId: 'demo', userId: 'taro', uuid: 'u', mfaSetupRequired: false };
type Answers = Parameters<typeof serve>[0];

let left: string[];
beforeEach(() => {
  left = [];
  for (const way of ['assign', 'replace'] as const)
    vi.spyOn(location, way).mockImplementation((to) => void left.push(String(to)));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

function open(address: string, answers: Answers = {}): void {
  serve({ 'POST /loginType/site': () => ways, ...answers });
  history.replaceState(null, '', address);
  render(
    <GuestProvider guest={{ language: 'en', product: 'Portico', t, data: {} }}>
      <LoginPage />
    </GuestProvider>,
  );
}

const offered = () =>
  screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
    .filter((words) => words.startsWith('login.signInWith'));
const choose = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: `login.signInWith ${name}` }));

test.each([
  ['named in the address', '/login.html?tenantId=demo', {}],
  ['used last by user ID', '/login.html', { 'portico-tenant-id': 'demo' }],
  [
    'of the account used last',
    '/login.html',
    {
      'portico-accounts': [
        { tenantId: 'demo', tenantName: '', userId: 'taro', displayName: 'Taro', way: 'userId', credentials: 'taro' },
      ],
    },
  ],
])('offers the providers of the tenant %s', async (_, address, kept) => {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
  const asked: unknown[] = [];
  open(address, { 'POST /loginType/site': ({ body }) => asked.push(body.tenantId) && ways });
  await screen.findByRole('button', { name: 'login.signInWith Acme' });
  expect(offered()).toEqual(['Acme', 'Entra', 'ADFS', 'cybozu.com'].map((name) => `login.signInWith ${name}`));
  expect(asked).toEqual(['demo']);
});

test('offers those of a tenant that is typed, and none of no tenant', async () => {
  open('/login.html');
  expect(offered()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'login.byUserId' }));
  const box = screen.getByLabelText('guest.tenantId');
  fireEvent.change(box, { target: { value: ' Demo ' } });
  fireEvent.blur(box);
  await screen.findByRole('button', { name: 'login.signInWith Acme' });
  expect(changes).toEqual([{ method: 'POST', path: '/api/auth/loginType/site', body: { tenantId: 'demo' } }]);
});

test('leaves for the provider, keeps where the page was asked to go, and offers it first the next time', async () => {
  const address = '/login.html?url=%2Fportal%2Fusers&tenantId=demo';
  open(address, { 'POST /rp/request': () => ({ url: 'https://entra.example/authorize?state=s' }) });
  await choose('Entra');
  await waitFor(() => expect(left).toEqual(['https://entra.example/authorize?state=s']));
  expect(changes.at(-1)?.body).toEqual({ tenantId: 'demo', opId: 'entra' });
  cleanup();
  open(address);
  await screen.findByRole('button', { name: 'login.signInWith Acme' });
  expect(offered()[0]).toBe('login.signInWith Entra');
  cleanup();
  // Back from there, without the query.
  open('/portal/login.html#tenantId=demo&provider=entra&exchangeCode=c&purpose=signIn', {
    'POST /exchangeToken': () => completed,
  });
  expect(location.hash).toBe('');
  await waitFor(() => expect(left.at(-1)).toBe('/portal/users'));
  expect(changes.at(-1)?.body).toEqual({ exchangeCode: 'c', withMyInfo: true });
  expect(sessionStorage.getItem(sessionKeys.relayState)).toBeNull();
  expect(JSON.parse(localStorage.getItem('portico-accounts') ?? '')).toMatchObject([
    { tenantId: 'demo', userId: 'taro', way: 'userId', credentials: 'taro' },
  ]);
});

test('shows that it signs in, then the step that is due; the account is remembered once it is complete', async () => {
  const { comes, letGo } = held();
  open('/portal/login.html#tenantId=demo&exchangeCode=c&purpose=signIn', {
    'POST /exchangeToken': async () => {
      await comes;
      return { status: 'mfaRequired', loginId: 'l', methods: ['totp'] };
    },
    'POST /user/mfa': () => completed,
  });
  await screen.findByRole('heading', { name: 'login.signingIn' });
  expect(screen.queryByLabelText('guest.password')).toBeNull();
  letGo();
  fireEvent.change(await screen.findByLabelText('guest.code'), { target: { value: '123456' } });
  fireEvent.submit(screen.getByLabelText('guest.code').closest('form') as HTMLFormElement);
  await waitFor(() => expect(left).toEqual(['/portal/top.html']));
  expect(JSON.parse(localStorage.getItem('portico-accounts') ?? '')).toMatchObject([{ credentials: 'taro' }]);
});

test.each([
  [
    'the server’s words',
    apiError(403, [{ message_id: 'account_inactive', message: 'Not active.' }], 'r'),
    'Not active.',
  ],
  ['that it took too long', apiError(400, [{ message_id: 'login_expired', message: 'x' }], 'r'), 'login.expired'],
  [
    'that nothing was reached',
    apiError(0, [{ message_id: 'service_unavailable', message: '' }], ''),
    'guest.unreachable',
  ],
])('a sign-in that is refused says %s, above the form', async (_, refusal, words) => {
  open('/portal/login.html#tenantId=demo&exchangeCode=c&purpose=signIn', {
    'POST /exchangeToken': () => Promise.reject(refusal),
  });
  await screen.findByText(words);
  expect(screen.getByLabelText('guest.password')).toBeTruthy();
  await screen.findByRole('button', { name: 'login.signInWith Acme' });
});

test('goes on to where a round leads that began elsewhere', async () => {
  const onward = '/saml/sp/demo/entra/onward?to=https%3A%2F%2Fintra.example%2F';
  // Of a round that was begun in this tab and left.
  sessionStorage.setItem(sessionKeys.relayState, JSON.stringify('?url=%2Fportal%2Fusers'));
  const query = new URLSearchParams({ url: onward });
  open(`/portal/login.html?${query}#tenantId=demo&provider=entra&exchangeCode=c&purpose=signIn`, {
    'POST /exchangeToken': () => completed,
  });
  await waitFor(() => expect(left.at(-1)).toBe(onward));
});

test.each([
  ['op_access_denied', 'It was denied there.'],
  ['no_such_error', 'guest.unknownError'],
  ['<b>', 'guest.unknownError'],
])('says the words of the error %s, and offers the providers again', async (error, words) => {
  open(`/portal/login.html#tenantId=demo&federationError=${encodeURIComponent(error)}&purpose=signIn`);
  expect(location.hash).toBe('');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  await screen.findByRole('button', { name: 'login.signInWith Acme' });
});

test('a provider that cannot be reached is said beside its button, which can be pressed again', async () => {
  const refusal = apiError(400, [{ message_id: 'rp_setting_invalid', message: 'Ask your administrator.' }], 'r');
  open('/login.html?tenantId=demo', { 'POST /rp/request': () => Promise.reject(refusal) });
  await choose('Acme');
  expect((await screen.findByRole('alert')).textContent).toBe('Ask your administrator.');
  expect(left).toEqual([]);
  await choose('Acme');
  await waitFor(() => expect(changes.filter(({ path }) => path.endsWith('/request'))).toHaveLength(2));
});

test('an address that is typed leads to the provider of its domain, of which alone the server hears', async () => {
  const asked: unknown[] = [];
  open('/login.html', {
    'POST /loginType/site': ({ body }) => {
      asked.push(body);
      const isKnown = body.loginMailAddress === '@acme.example';
      return {
        loginTypes: ways.loginTypes,
        ...(isKnown ? { providers: [acme], tenantId: 'acme-inc' } : { providers: [] }),
      };
    },
    'POST /oidc/rp/request': () => ({ url: 'https://acme.example/authorize' }),
  });
  const box = await screen.findByLabelText(/guest.mailAddress/);
  const type = (value: string) => {
    fireEvent.change(box, { target: { value } });
    fireEvent.blur(box);
  };
  type('taro@elsewhere.example');
  type('taro@');
  type('taro');
  type('Taro.Yamada@Acme.example');
  await choose('Acme');
  await waitFor(() => expect(left).toEqual(['https://acme.example/authorize']));
  expect(changes.at(-1)).toMatchObject({ body: { tenantId: 'acme-inc', opId: 'acme' } });
  expect(asked).toEqual([{ loginMailAddress: '@elsewhere.example' }, { loginMailAddress: '@acme.example' }]);
});

test('on the page of a tenant, the domain of a guest from another one does not take its providers away', async () => {
  const partner = { ...acme, displayName: 'Partner' };
  open('/login.html?tenantId=demo', {
    'POST /loginType/site': ({ body }) =>
      body.loginMailAddress === '@partner.example'
        ? { loginTypes: ways.loginTypes, providers: [partner], tenantId: 'partner-inc' }
        : { loginTypes: ways.loginTypes, providers: [acme] },
  });
  await screen.findByRole('button', { name: /Acme/ });
  const box = await screen.findByLabelText(/guest.mailAddress/);
  fireEvent.change(box, { target: { value: 'taro@partner.example' } });
  fireEvent.blur(box);
  await new Promise((done) => setTimeout(done, 100));
  expect(screen.queryByRole('button', { name: /Partner/ })).toBeNull();
  screen.getByRole('button', { name: /Acme/ });
});
