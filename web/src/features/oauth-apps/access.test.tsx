import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import oauthApps from '#messages/en/oauthApps.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { AppPage } from './detail/AppPage.tsx';
import { readAppPageSearch } from './detail/page-search.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const texts = { common, logs, oauthApps, ui };
const page = { path: '/portal/oauth-apps/$clientId', component: AppPage, validateSearch: readAppPageSearch };
const wiki = {
  ...{ clientId: 'demo.wiki', name: 'Wiki', homepageUri: null, applicationType: 'web', disabled: false },
  ...{ tokenEndpointAuthMethod: 'none', grantTypes: ['authorization_code'], redirectUris: ['https://wiki.example/cb'] },
  ...{
    postLogoutRedirectUris: [],
    scopes: ['openid'],
    pkce: 'required',
    requiresMfa: false,
    dpopBound: false,
    idTokenSignedResponseAlg: 'RS256',
    backchannelLogoutUri: null,
  },
  ...{ frontchannelLogoutUri: null, serviceClass: null, firstParty: false, previousSecretUntil: null },
  ...{
    access: 'everyone',
    claims: [],
    jwks: [],
    jwksUri: null,
    apis: [],
    createdAt: '2026-04-01T00:00:00Z',
    updatedAt: '2026-04-02T00:00:00Z',
  },
};
const taro = { uuid: 'u1', userId: 'taro', familyName: 'Yamada', givenName: 'Taro', status: 'active' };
const sales = { uuid: 'g1', groupId: 'sales', name: 'Sales', userCount: 3, hasChildren: true };

test('an app is limited once that is confirmed, and what is removed can be assigned again', async () => {
  let access = 'everyone';
  let users = [taro];
  serve({
    'GET /access/users': () => ({ results: users, totalResults: users.length, itemsPerPage: 20 }),
    'GET /access/groups': () => ({ results: [sales], totalResults: 1, itemsPerPage: 1 }),
    'GET /access': () => ({ access, users: 1, groups: 1, people: { users: 4, more: false } }),
    'GET /{clientId}': () => wiki,
    'PUT /access': ({ body }) => {
      access = body.access;
      return { access, users: 1, groups: 1, people: { users: 4, more: false } };
    },
    'POST /remove': () => {
      users = [];
      return { matched: 1, changed: 1 };
    },
    'POST /add': () => {
      users = [taro];
      return { matched: 1, changed: 1 };
    },
  });
  openPage(page, '/portal/oauth-apps/demo.wiki?tab=access', texts);
  const limit = () => screen.findByRole<HTMLInputElement>('radio', { name: oauthApps.access_assigned });
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: oauthApps.access_everyone })).checked).toBe(true);
  expect(screen.queryByText(oauthApps.assigned_users)).toBeNull();
  fireEvent.click(await limit());
  const dialog = await screen.findByRole('dialog', { name: 'Limit Wiki to assigned users?' });
  expect(changes).toEqual([]);
  expect(within(dialog).getByText('4 users can use the app.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: oauthApps.limitAccess }));
  await screen.findByText(oauthApps.accessSaved_assigned.replace('{{name}}', 'Wiki'));
  expect((await limit()).checked).toBe(true);
  await screen.findByText('3 and child groups');
  const row = await screen.findByRole('row', { name: /taro/ });
  fireEvent.click(within(row).getByRole('button', { name: common.remove }));
  await screen.findByText('1 user removed from Wiki.');
  await waitFor(() => expect(screen.queryByRole('row', { name: /taro/ })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: common.undo }));
  await screen.findByText('1 user assigned to Wiki.');
  await screen.findByRole('row', { name: /taro/ });
  expect(changes.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { access: 'assigned', expected: { access: 'everyone' } }],
    ['POST', { userIds: ['taro'] }],
    ['POST', { userIds: ['taro'] }],
  ]);
});
