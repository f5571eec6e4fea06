import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import errors from '#messages/en/errors.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, held, refuseConflict, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import type { UserSignIn } from '#contract/sign-in/user-sign-in.ts';
import { userQuery } from '../queries.ts';
import { readUserPageSearch } from './page-search.ts';
import { UserPage } from './UserPage.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const fresh = {
  tenantId: 'demo',
  uuid: 'u1',
  userId: 'naoko',
  status: 'active',
  familyName: 'Sato',
  givenName: 'Naoko',
  department: 'IT',
  location: 'Tokyo',
  description: '',
  locale: null,
  timezone: null,
  loginMailAddress: 'n@example.com' as string | null,
  nextLoginMailAddress: null as string | null,
  loginMailAddressConfirmationExpiresAt: null,
  mailAddresses: [],
  extensionAttributes: { extensionAttribute1: 'A', extensionAttribute2: 'B' } as Record<string, string>,
  roles: ['User'],
  groups: [],
  readOnlyFields: [] as string[],
  source: 'local',
  passwordAssigned: true,
  mustChangePassword: false,
  mfaEnabled: false,
  mfaStatus: { enabled: false, recoveryCodesLeft: 0 },
  userCodeAssigned: false,
  onpremiseAccounts: [],
  allowedOpenidProviderAccounts: [],
  linkedOpenidProvider: null,
  openSessions: 0,
  loginedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
};

const allowed = {
  maySignIn: true,
  loginTypes: ['loginMailAddress', 'userId'],
  byProvider: false,
  passwordOpen: true,
  obstacles: [],
  demands: [],
} as UserSignIn;
let user = fresh;
let standing = allowed;
let before: () => Promise<void> | void = () => undefined;

beforeEach(() => {
  user = fresh;
  standing = allowed;
  before = () => undefined;
  const names = { extensionAttribute1: { name: 'Floor' }, extensionAttribute2: { name: 'Badge' } };
  serve({
    'GET /users/{userId}': () => user,
    'GET /signIn': () => standing,
    'GET /provisioningOrigins/{type}/{uuid}': () => ({ source: { uuid: 's1', displayName: 'Contoso' } }),
    'GET /users': () => ({ results: [] }),
    'GET /tenants/{tenantId}': () => ({ userExtensionAttributeProperties: names }),
    'PUT /users/{userId}': async ({ body }) => {
      await before();
      const { expected, ...given } = body as Partial<typeof fresh> & { expected: object };
      refuseConflict({ ...given, expected }, user);
      const { extensionAttributes, loginMailAddress, ...fields } = given;
      const items = { ...user.extensionAttributes, ...extensionAttributes };
      user = { ...user, ...fields, extensionAttributes: items };
      if (loginMailAddress) user = { ...user, nextLoginMailAddress: loginMailAddress };
      return user;
    },
  });
});
afterEach(cleanup);

async function open() {
  const page = { path: '/portal/users/$userId', component: UserPage, validateSearch: readUserPageSearch };
  const opened = openPage(page, '/portal/users/naoko', { users });
  await screen.findByLabelText('Department');
  await screen.findByLabelText('Floor');
  return opened;
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button *' }));
const bodies = () => changes.map(({ body }) => withoutExpected(body as { expected: object }));
const withoutExpected = ({ expected: _, ...fields }: { expected: object }) => fields;

test('what a source manages is read-only, with the source by name', async () => {
  user = { ...fresh, source: 'scim', readOnlyFields: ['department'] };
  await open();
  expect((await screen.findByRole('link', { name: 'Contoso' })).getAttribute('href')).toBe('/portal/provisioning/s1');
  expect([box('Department').disabled, box('Floor').disabled]).toEqual([true, false]);
});

test('Undo puts back what was saved and leaves what was typed since', async () => {
  await open();
  type('Department', 'Sales');
  await press('Save');
  await screen.findByText(users.saved);
  type('Location', 'Osaka');
  await press('Undo');
  await screen.findByText(users.undone);
  expect([box('Department').value, box('Location').value]).toEqual(['IT', 'Osaka']);
  await press('Save');
  await waitFor(() => expect(bodies().at(-1)).toEqual({ location: 'Osaka' }));
});

test('a concurrent change is shown field by field and not overwritten', async () => {
  await open();
  type('Department', 'Sales');
  type('Location', 'Osaka');
  type('Floor', 'A2');
  user = {
    ...user,
    department: 'Support',
    extensionAttributes: { ...user.extensionAttributes, extensionAttribute1: 'C' },
  };
  screen.getByRole('button', { name: 'Save' }).focus();
  await press('Save');
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  await waitFor(() =>
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Department is now: SupportYou entered: Sales', 'Floor is now: CYou entered: A2']),
  );
  expect(user).toMatchObject({ department: 'Support', location: 'Tokyo' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(told));
  await press(ui['conflict.takeTheirs']);
  expect(document.activeElement?.getAttribute('role')).toBe('tab');
  expect(['Department', 'Location', 'Floor'].map((name) => box(name).value)).toEqual(['Support', 'Osaka', 'C']);
  await press('Save');
  await waitFor(() => expect(user).toMatchObject({ department: 'Support', location: 'Osaka' }));
  expect(changes.at(-1)?.body).toEqual({ location: 'Osaka', expected: { location: 'Tokyo' } });
});

test('Undo writes nothing over a third change', async () => {
  await open();
  type('Department', 'Sales');
  await press('Save');
  await screen.findByText(users.saved);
  user = { ...user, department: 'Support' };
  await press('Undo');
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(within(told).getByRole('listitem').textContent).toBe('Department is now: SupportUndo restores: IT');
  expect(user.department).toBe('Support');
  expect(changes.at(-1)?.body).toEqual({ department: 'IT', expected: { department: 'Sales' } });
});

test('an address that another administrator has waiting is not overwritten', async () => {
  await open();
  type(users.loginMailAddress, 'mine@example.com');
  user = { ...user, nextLoginMailAddress: 'theirs@example.com' };
  await press('Save');
  await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(user.nextLoginMailAddress).toBe('theirs@example.com');
});

test('a refused Undo is shown on the page, not at a field', async () => {
  await open();
  type('Department', 'Sales');
  await press('Save');
  await screen.findByText(users.saved);
  before = () => {
    throw apiError(403, [{ message_id: 'forbidden', field: 'department', message: '' }], 'r');
  };
  await press('Undo');
  await screen.findByText(errors.forbidden);
  expect(box('Department').getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.queryByText(users.saved)).toBeNull();
});

test('what is typed while a save is under way is not saved and not lost', async () => {
  await open();
  const answer = held();
  before = () => answer.comes;
  type('Department', 'Sales');
  type('Floor', 'A2');
  await press('Save');
  type('Department', 'Sales East');
  type('Location', 'Osaka');
  type('Badge', 'B2');
  answer.letGo();
  await screen.findByText(users.saved);
  expect(['Department', 'Location', 'Floor', 'Badge'].map((name) => box(name).value)).toEqual([
    'Sales East',
    'Osaka',
    'A2',
    'B2',
  ]);
  await press('Save');
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(bodies()).toEqual([
    { department: 'Sales', extensionAttributes: { extensionAttribute1: 'A2' } },
    { department: 'Sales East', location: 'Osaka', extensionAttributes: { extensionAttribute2: 'B2' } },
  ]);
});

test('discarding an address that waits asks first, keeps what is typed, and can be undone', async () => {
  user = { ...fresh, nextLoginMailAddress: 'new@example.com' };
  await open();
  type('Department', 'Sales');
  await press(users.giveUp);
  const dialog = await screen.findByRole('dialog');
  expect(bodies()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: users.giveUp }));
  await screen.findByText('Change to new@example.com canceled.');
  expect(bodies()).toEqual([{ nextLoginMailAddress: null }]);
  expect(box('Department').value).toBe('Sales');
  await press('Undo');
  await waitFor(() => expect(bodies()).toContainEqual({ loginMailAddress: 'new@example.com' }));
});

test('an invited user keeps the address of the invitation', async () => {
  user = { ...fresh, status: 'registering', loginMailAddress: null, nextLoginMailAddress: 'n@example.com' };
  await open();
  expect(screen.queryByRole('button', { name: users.giveUp })).toBeNull();
});

test('an invited user has the address in the field, which cannot be left empty', async () => {
  user = { ...fresh, status: 'registering', loginMailAddress: null, nextLoginMailAddress: 'n@example.com' };
  await open();
  const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Email address for sign-in/ });
  expect(address().value).toBe('n@example.com');
  expect(screen.getByText('Pending confirmation')).toBeTruthy();
  fireEvent.change(address(), { target: { value: '' } });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  fireEvent.change(address(), { target: { value: 'm@example.com' } });
  await press('Save');
  await screen.findByText(/works once it’s confirmed/);
  expect(changes.map(({ body }) => body)).toEqual([
    {
      loginMailAddress: 'm@example.com',
      expected: { loginMailAddress: null, nextLoginMailAddress: 'n@example.com' },
    },
  ]);
});

test('who is invited keeps the corrected address: no Undo', async () => {
  user = { ...fresh, status: 'registering', loginMailAddress: null, nextLoginMailAddress: 'n@exmaple.com' };
  await open();
  const address = screen.getByRole('textbox', { name: /^Email address for sign-in/ });
  fireEvent.change(address, { target: { value: 'n@example.com' } });
  await press('Save');
  await screen.findByText(/works once it’s confirmed/);
  expect(screen.queryByText('Undo')).toBeNull();
});

test('a custom field that another administrator changes meanwhile is not overwritten', async () => {
  const { queryClient } = await open();
  type('Floor', 'A2');
  user = { ...user, extensionAttributes: { ...user.extensionAttributes, extensionAttribute2: 'of another' } };
  await queryClient.invalidateQueries({ queryKey: userQuery('demo', 'naoko').queryKey });
  await waitFor(() => expect(box('Badge').value).toBe('of another'));
  await press('Save');
  await screen.findByText(users.saved);
  expect(bodies()).toEqual([{ extensionAttributes: { extensionAttribute1: 'A2' } }]);
  expect(user.extensionAttributes.extensionAttribute2).toBe('of another');
});

test('an address that is added gets the focus, to be typed', async () => {
  await open();
  for (const name of ['Other email address 1', 'Other email address 2']) {
    await press('Add address');
    expect(document.activeElement).toBe(box(name));
  }
});

test('Enter in a line saves what can be saved, once; in a box of several lines it is a new line', async () => {
  await open();
  const enter = (name: string, text = '') => userEvent.type(box(name), `${text}{Enter}`);
  await enter('Department');
  expect(changes).toEqual([]);
  const answer = held();
  before = () => answer.comes;
  await enter('Location', ' East');
  await enter('Department');
  answer.letGo();
  await screen.findByText(users.saved);
  expect(bodies()).toEqual([{ location: 'Tokyo East' }]);
  expect(document.activeElement).toBe(box('Department'));
  await enter('Comment', 'One');
  expect([box('Comment').value, changes.length]).toEqual(['One\n', 1]);
  // Not right as it is.
  await enter(users.loginMailAddress, ' at home');
  expect(changes).toHaveLength(1);
});

test('Enter in a dialog over the form does not save the form', async () => {
  await open();
  type('Department', 'Sales');
  fireEvent.click(screen.getByRole('button', { name: /Time zone/ }));
  const keyword = await screen.findByRole('combobox', { name: /Time zone/ });
  await userEvent.type(keyword, 'no such zone{Enter}');
  await userEvent.clear(keyword);
  await userEvent.type(keyword, 'Tokyo{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Time zone/ })).toBeNull());
  expect(screen.getByRole('button', { name: /Time zone/ }).textContent).toBe('Asia/Tokyo');
  expect(changes).toEqual([]);
});

const discard = async () => {
  await press(users.giveUp);
  const dialog = await screen.findByRole('dialog', { name: users.giveUp });
  return (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));
};

test('an address that waits is discarded once it was asked, and Undo has it wait again', async () => {
  user = { ...user, nextLoginMailAddress: 'next@example.com' };
  await open();
  (await discard())(users.keepChange);
  expect(changes).toEqual([]);
  (await discard())(users.giveUp);
  await screen.findByText('Change to next@example.com canceled.');
  await press('Undo');
  await waitFor(() => expect(user.nextLoginMailAddress).toBe('next@example.com'));
  expect(changes.map(({ body }) => body)).toEqual([
    { nextLoginMailAddress: null, expected: { nextLoginMailAddress: 'next@example.com' } },
    { loginMailAddress: 'next@example.com', expected: { nextLoginMailAddress: null } },
  ]);
});

test('neither discarding an address nor its Undo touches the one that another administrator has waiting', async () => {
  user = { ...user, nextLoginMailAddress: 'next@example.com' };
  await open();
  user = { ...user, nextLoginMailAddress: 'theirs@example.com' };
  (await discard())(users.giveUp);
  await screen.findByText(errors.conflict);
  expect(user.nextLoginMailAddress).toBe('theirs@example.com');
  user = { ...user, nextLoginMailAddress: 'next@example.com' };
  (await discard())(users.giveUp);
  await screen.findByText('Change to next@example.com canceled.');
  user = { ...user, nextLoginMailAddress: 'theirs@example.com' };
  await press('Undo');
  await screen.findByText(errors.conflict);
  expect(user.nextLoginMailAddress).toBe('theirs@example.com');
});

test.each([
  ['who has not registered', { status: 'registering', loginMailAddress: null, passwordAssigned: false }],
  ['who was switched off before registering', { status: 'inactive', loginMailAddress: null, passwordAssigned: false }],
  ['who is active and has no password yet', { status: 'active', loginMailAddress: null, passwordAssigned: false }],
])('the only address of somebody %s is not discarded', async (_, state) => {
  user = { ...user, ...state, nextLoginMailAddress: 'next@example.com' };
  await open();
  expect(screen.queryByText(users.giveUp)).toBeNull();
});
