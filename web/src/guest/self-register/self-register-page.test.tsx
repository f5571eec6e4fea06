import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorId } from '#contract/errors.ts';
import type { GuestLook } from '#contract/site/theme.ts';
import { TEMPORARY_CODE_SECONDS } from '#contract/limits.ts';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import SelfRegisterPage from './SelfRegisterPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('../../i18n/texts.ts', () => ({
  loadAreas: async () => {},
  portalTexts: { translate: () => (key: string) => (key === 'errors.op_access_denied' ? 'It was denied there.' : key) },
}));

const passwordPolicy = { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 };
const opened = { temporaryCode: 'tmp', tenantId: 'demo', tenantName: 'Demo', mailAddress: 'mei@demo.example' };
const look: GuestLook = {
  ...{ tenantId: 'demo', themeColor: '#0b7a75', logo: null, logoPlate: true },
  ...{ headerTitle: null, headerStyle: 'plain' },
};
const guest = { language: 'en', product: 'Portico', t: (key: string) => key, data: { look } };

const refuse = (status: number, message_id: ErrorId) => () => {
  throw apiError(status, [{ message_id, message: '' }], 'r');
};
const answers = {
  'POST /registerUser/open': () => ({ ...opened, passwordOpen: true, passwordPolicy }),
  'POST /registerUser': () => ({}),
};

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/portal/self-register.html?exchangeCode=mailed');
  serve(answers);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The page as the browser draws it anew. */
function load(): HTMLElement {
  cleanup();
  return render(
    <GuestProvider guest={guest}>
      <SelfRegisterPage />
    </GuestProvider>,
  ).container;
}

async function openLink() {
  load();
  fireEvent.click(await screen.findByText('guest.continue'));
  await screen.findByText('registration.register');
  expect(location.search).toBe('');
}

function fillIn(container: HTMLElement) {
  const type = (selector: string, value: string) =>
    fireEvent.change(container.querySelector(selector) as HTMLInputElement, { target: { value } });
  type('input[autocomplete="family-name"]', 'Ito');
  type('input[type="password"]', 'copper meadow 93 window');
  fireEvent.submit(container.querySelector('form') as HTMLFormElement);
}

test('reloading continues with the link opened in this tab, until the account is created', async () => {
  await openLink();
  fillIn(load());
  await screen.findByText('registration.registered');
  expect(changes.at(-1)?.body).toMatchObject({ temporaryCode: 'tmp', userInfo: { familyName: 'Ito' } });
  load();
  expect(screen.getByText('registration.urlOver')).toBeTruthy();
});

test('each step moves the focus to its heading', async () => {
  load();
  (await screen.findByText('guest.continue')).focus();
  fireEvent.click(screen.getByText('guest.continue'));
  await screen.findByText('registration.register');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('registration.registerTitle'));
  screen.getByText('registration.register').focus();
  fillIn(document.body);
  await screen.findByText('registration.registered');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('registration.registeredTitle'));
});

test('a code that ended meanwhile is not tried again after reloading', async () => {
  await openLink();
  serve({ 'POST /registerUser': refuse(400, 'revoked_or_expired') });
  fillIn(load());
  await screen.findByText('registration.linkSpent');
  load();
  expect(screen.getByText('registration.urlOver')).toBeTruthy();
});

test('nothing is left of the link when its quarter of an hour is over', async () => {
  await openLink();
  vi.useFakeTimers({ now: Date.now() + TEMPORARY_CODE_SECONDS * 1000 + 1, toFake: ['Date'] });
  load();
  expect(screen.getByText('registration.urlOver')).toBeTruthy();
});

test('where no place is left now, the link still works when there is one', async () => {
  await openLink();
  serve({ 'POST /registerUser': refuse(409, 'exceeded_user_limit') });
  fillIn(load());
  await screen.findByText('registration.urlFull');
  serve(answers);
  fillIn(load());
  await waitFor(() => expect(screen.getByText('registration.registered')).toBeTruthy());
});

test('an identity provider of the organization completes it instead of a password', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  serve({
    ...answers,
    'POST /loginType/site': () => ({ loginTypes: [], providers: [{ type: 'saml', id: 'adfs', displayName: 'ADFS' }] }),
    'POST /requestRegisterSamlUser': () => ({ url: 'https://idp.example/sso' }),
  });
  await openLink();
  const family = document.querySelector('input[autocomplete="family-name"]') as HTMLInputElement;
  const button = await screen.findByText('registration.registerWith');
  const before = changes.length;
  fireEvent.click(button);
  await screen.findByText('registration.enterFamilyName');
  expect([document.activeElement, changes.length]).toEqual([family, before]);
  fireEvent.change(family, { target: { value: 'Ito' } });
  expect(family.value).toBe('Ito');
  fireEvent.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://idp.example/sso'));
  expect(changes.at(-1)).toMatchObject({
    path: '/api/auth/requestRegisterSamlUser',
    body: { samlId: 'adfs', temporaryCode: 'tmp', userInfo: { familyName: 'Ito', locale: 'en' } },
  });
  expect(changes.at(-1)?.body).not.toHaveProperty('userInfo.password');
  // Refused there, the browser is back on the form, and the address is clean again.
  history.replaceState(null, '', '/portal/self-register.html#federationError=op_access_denied');
  load();
  await screen.findByText('It was denied there.');
  expect([location.hash, location.search]).toEqual(['', '']);
  expect(screen.getByText('registration.register')).toBeTruthy();
});

test('where passwords are closed, only a provider completes it', async () => {
  const providers = [{ type: 'saml', id: 'adfs', displayName: 'ADFS' }];
  serve({
    'POST /registerUser/open': () => ({ ...opened, passwordOpen: false, passwordPolicy }),
    'POST /loginType/site': () => ({ loginTypes: [], providers }),
  });
  load();
  fireEvent.click(await screen.findByText('guest.continue'));
  await screen.findByText('registration.registerWith');
  expect(screen.getByText('registration.selfRegisterByProvider')).toBeTruthy();
  expect(screen.queryByText('registration.or')).toBeNull();
  expect(document.querySelector('input[type="password"]')).toBeNull();
});
