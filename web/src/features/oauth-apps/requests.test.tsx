import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import apps from '#messages/en/apps.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import oauthApps from '#messages/en/oauthApps.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { MyConnectedApps } from '../account/connected-apps/MyConnectedApps.tsx';
import { AppList } from './list/AppList.tsx';
import { appListAddress } from './list/list-search.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const asked = {
  ...{ requestId: 'r1', name: 'Wiki', homepage: 'https://wiki.example', purpose: 'Our handbook', state: 'open' },
  ...{ redirectUris: ['com.example.wiki:/cb'], askedAt: '2026-04-01T00:00:00Z', decidedAt: null, reason: null },
};
const request = { ...asked, user: { userId: 'taro', familyName: 'Yamada', givenName: 'Taro' } };
const list = { path: '/portal/oauth-apps', component: AppList, validateSearch: appListAddress.read };

async function openRequests() {
  let open = [request];
  serve({
    'GET /oauthClients': () => ({ results: [] }),
    'GET /oauthConsumerRequests': () => ({ results: open }),
    'GET /oauthEndpoints': () => ({}),
    'POST /decline': () => {
      open = [];
      return null;
    },
    'POST /oauthClients': () => ({ clientId: 'demo.wiki', name: 'Wiki', clientSecret: null, grantTypes: [] }),
  });
  openPage(list, '/portal/oauth-apps', { common, logs, oauthApps });
  await screen.findByText('Our handbook');
}

test('approving opens the dialog with what was asked for, and sends which request it answers', async () => {
  await openRequests();
  fireEvent.click(screen.getByRole('button', { name: oauthApps.approve }));
  const dialog = await screen.findByRole('dialog', { name: oauthApps.add });
  const value = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(new RegExp(`^${name}`)).value;
  expect(value(common.name)).toBe('Wiki');
  expect(value(logs.field_homepageUri)).toBe('https://wiki.example');
  expect(value(oauthApps.kind)).toBe('installed');
  fireEvent.click(within(dialog).getByRole('button', { name: oauthApps.approveAndAdd }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({ requestId: 'r1', name: 'Wiki', redirectUris: ['com.example.wiki:/cb'] });
});

test('declining needs a reason, and the request goes', async () => {
  await openRequests();
  fireEvent.click(screen.getByRole('button', { name: oauthApps.decline }));
  const dialog = await screen.findByRole('dialog', { name: 'Decline Wiki?' });
  const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: oauthApps.decline });
  expect(ok.disabled).toBe(true);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' We have one. ' } });
  fireEvent.click(ok);
  await screen.findByText(oauthApps.declined.replace('{{name}}', 'Wiki'));
  expect(changes.map(({ body }) => body)).toEqual([{ reason: 'We have one.' }]);
  await waitFor(() => expect(screen.queryByText('Our handbook')).toBeNull());
});

test('a user asks for an app, and reads what became of the last one', async () => {
  serve({
    'GET /connectedApps': () => ({ results: [] }),
    'GET /me/oauthConsumerRequests': () => ({ results: [{ ...asked, state: 'declined', reason: 'Too early.' }] }),
    'POST /oauthConsumerRequests': () => asked,
  });
  openPage({ path: '/portal/account/connected_apps', component: MyConnectedApps }, '/portal/account/connected_apps', {
    apps,
    common,
  });
  await screen.findByText(apps.requestReason.replace('{{reason}}', 'Too early.'));
  fireEvent.click(screen.getByRole('button', { name: apps.request }));
  const dialog = await screen.findByRole('dialog', { name: apps.request });
  const fill = (name: string, value: string) => {
    const box = within(dialog).getByLabelText(new RegExp(`^${name}`));
    fireEvent.change(box, { target: { value } });
    fireEvent.blur(box);
  };
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: apps.requestSend });
  fill(common.name, 'Chat');
  expect(send.disabled).toBe(true);
  fill(apps.purpose, 'To talk');
  fill(apps.homepage, 'http://chat.example');
  await within(dialog).findByText(apps.addressWrong.replace('{{uri}}', 'http://chat.example'));
  fill(apps.homepage, '');
  fill(common.name, 'Chat\u200b');
  await within(dialog).findByText(common.nameInvisible);
  expect(send.disabled).toBe(true);
  fill(common.name, 'Chat');
  fireEvent.click(send);
  await screen.findByText(apps.requested.replace('{{app}}', 'Chat'));
  expect(changes[0]?.body).toEqual({ name: 'Chat', purpose: 'To talk', homepage: null, redirectUris: [] });
});
