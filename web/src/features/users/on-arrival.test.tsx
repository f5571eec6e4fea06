import { Link } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserSignIn } from '#contract/sign-in/user-sign-in.ts';
import ui from '#messages/en/ui.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { useWishOnArrival } from '../../base/arrival-wish.ts';
import { openPage } from '../../../test/page.tsx';
import { type Asked, serve } from '../../../test/server.ts';
import { readUserPageSearch } from './detail/page-search.ts';
import { UserPage } from './detail/UserPage.tsx';
import { userAddress } from './list/list-search.ts';
import { UserList } from './list/UserList.tsx';
import { NewUser } from './new/NewUser.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
// This browser has no popovers: their panels stand open.
HTMLElement.prototype.hidePopover ??= () => undefined;

const mei = {
  ...{ tenantId: 'demo', uuid: 'u1', userId: 'mei', status: 'registering', familyName: 'Ito', givenName: 'Mei' },
  ...{ department: '', location: '', description: '', locale: null, timezone: null, roles: ['User'], groups: [] },
  ...{ loginMailAddress: null, nextLoginMailAddress: null, loginMailAddressConfirmationExpiresAt: null },
  ...{ mailAddresses: [], extensionAttributes: {}, readOnlyFields: [], source: 'local', passwordAssigned: false },
  ...{ mustChangePassword: false, mfaEnabled: false, mfaStatus: { enabled: false, recoveryCodesLeft: 0 } },
  ...{
    userCodeAssigned: false,
    onpremiseAccounts: [],
    allowedOpenidProviderAccounts: [],
    linkedOpenidProvider: null,
    openSessions: 0,
  },
  ...{ loginedAt: null, createdAt: '2026-01-01T00:00:00Z' },
};
const invitedOnly: UserSignIn = {
  ...{ maySignIn: false, loginTypes: ['userId'], byProvider: false, passwordOpen: true, demands: [] },
  obstacles: [{ check: 'registered', at: 'everywhere', until: null, failures: null, remedy: 'sendInvitation' }],
};
const add = { path: '/portal/users/new', component: NewUser };
const one = { path: '/portal/users/$userId', component: UserPage, validateSearch: readUserPageSearch };
const list = { path: '/portal/users', component: UserList, validateSearch: userAddress.read };

beforeEach(() =>
  serve({
    'GET /tenants/{tenantId}': () => ({ userExtensionAttributeProperties: {} }),
    'GET /users/{userId}': () => mei,
    'GET /users/{userId}/signIn': () => invitedOnly,
    'GET /passwordPolicy': () => ({
      ...{ minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 },
      openTo: ['User', 'PowerUser'],
    }),
    'GET ': () => ({ totalResults: 0, results: [] }),
    'POST /search/users': () => ({ totalResults: 0, results: [] }),
    'POST /users': ({ body }: Asked) => ({ ...mei, ...(body as object) }),
    'DELETE /users/{userId}': () => null,
  }),
);
afterEach(cleanup);

const deleted = users['done.delete'].replace('{{userId}}', 'mei');
const invited = users['done.createInvited'].replace('{{userId}}', 'mei').replace('{{address}}', 'mei@demo.example');

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(name) }), { target: { value } });
const press = async (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })));

test('the page of a new user says so, and where the invitation was sent', async () => {
  const { address } = openPage(add, '/portal/users/new', { users }, [one]);
  await screen.findByText(users.addLead);
  type('User ID', 'mei');
  type('Family name', 'Ito');
  type('Email address', 'mei@demo.example');
  await press(users.addAndInvite);
  await screen.findByText(invited);
  expect(address()).toBe('/portal/users/mei');
});

test('the way back from a user, also from one who is deleted, leads to what was searched for', async () => {
  const { address, go } = openPage(list, '/portal/users?keyword=mei', { users }, [one]);
  await screen.findByText('Users', { selector: 'h1' });
  await go('/portal/users/mei');
  const crumb = await screen.findByRole('link', { name: users.title });
  expect(crumb.getAttribute('href')).toBe('/portal/users?keyword=mei');
  await press(users['act.delete']);
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: users['act.delete'] })));
  await screen.findByText(deleted);
  expect(address()).toBe('/portal/users?keyword=mei');
  await go('/portal/users');
});

test('the list says who was deleted, once', async () => {
  const { address, go } = openPage(one, '/portal/users/mei', { users }, [list]);
  await press(users['act.delete']);
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: users['act.delete'] })));
  await screen.findByText(deleted);
  expect(address()).toBe('/portal/users');
  await go('/portal/users/mei');
  await waitFor(() => expect(screen.queryByText(deleted)).toBeNull());
  await go('/portal/users');
  await screen.findByText(users.emptyTitle);
  expect(screen.queryByText(deleted)).toBeNull();
});

function ToInvite() {
  const wish = useWishOnArrival();
  return (
    <Link to="/portal/users" search={{ status: 'registering' }} onClick={() => wish('invite')}>
      Invite
    </Link>
  );
}

test('a link that invites all who match: they are selected and asked about, once', async () => {
  serve({
    'GET ': () => ({ totalResults: 0, results: [] }),
    'POST /search/users': () => ({ totalResults: 2, results: [mei, { ...mei, uuid: 'u2', userId: 'ken' }] }),
    'POST /bulkSendMail': () => ({ sendId: 's', total: 2 }),
  });
  const top = { path: '/portal/top.html', component: ToInvite };
  const { go } = openPage(top, '/portal/top.html', { users }, [list]);
  await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Invite' })));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(users['mail.title_registration_other'].replace('{{count}}', '2'));
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: /Cancel/ })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText(ui.allChosen_other.replace('{{count}}', '2'));
  await go('/portal/top.html');
  await go('/portal/users?status=registering');
  await screen.findByText('ken');
  expect(screen.queryByRole('dialog')).toBeNull();
});
