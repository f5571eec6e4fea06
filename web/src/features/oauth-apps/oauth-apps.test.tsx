import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import oauthApps from '#messages/en/oauthApps.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, refuseConflict, serve } from '../../../test/server.ts';
import { AppPage } from './detail/AppPage.tsx';
import { readAppPageSearch } from './detail/page-search.ts';
import { AppList } from './list/AppList.tsx';
import { appListAddress } from './list/list-search.ts';
import type { App } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, logs, oauthApps, ui };

const wiki: App = {
  ...{ clientId: 'demo.wiki', name: 'Wiki', homepageUri: null, applicationType: 'web', disabled: false },
  ...{ tokenEndpointAuthMethod: 'client_secret_basic', grantTypes: ['authorization_code', 'refresh_token'] },
  ...{ redirectUris: ['https://wiki.example/cb'], postLogoutRedirectUris: [], scopes: ['openid', 'email'] },
  ...{
    pkce: 'required',
    requiresMfa: false,
    dpopBound: false,
    idTokenSignedResponseAlg: 'RS256',
    backchannelLogoutUri: 'https://wiki.example/out',
  },
  ...{
    frontchannelLogoutUri: null,
    serviceClass: null,
    firstParty: false,
    access: 'everyone',
    claims: [],
    jwks: [],
    jwksUri: null,
    apis: [],
    previousSecretUntil: null,
  },
  ...{ createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-02T00:00:00Z' },
};
const chat: App = { ...wiki, clientId: 'demo.chat', name: 'Chat', disabled: true };

const endpoints = Object.fromEntries(
  ['issuer', 'discovery', 'authorization', 'token', 'userinfo', 'jwks', 'deviceAuthorization', 'endSession'].map(
    (name) => [name, `https://portico.example/${name}`],
  ),
);
const page = { path: '/portal/oauth-apps/$clientId', component: AppPage, validateSearch: readAppPageSearch };
const list = { path: '/portal/oauth-apps', component: AppList, validateSearch: appListAddress.read };

test('apps are found by a part of their name or client ID, and by their state', async () => {
  serve({ 'GET /oauthClients': () => ({ results: [chat, wiki] }) });
  openPage(list, '/portal/oauth-apps', texts, [page]);
  await screen.findByRole('row', { name: /demo\.wiki/ });
  const names = () =>
    screen.getAllByRole('row').flatMap((row) => /demo\.(?:wiki|chat)/.exec(row.textContent ?? '')?.[0] ?? []);
  expect(names()).toEqual(['demo.chat', 'demo.wiki']);
  fireEvent.change(screen.getByRole('combobox', { name: common.status }), { target: { value: 'disabled' } });
  await waitFor(() => expect(names()).toEqual(['demo.chat']));
  const box = screen.getByRole('searchbox', { name: oauthApps.search });
  fireEvent.change(box, { target: { value: 'O.WIKI' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await screen.findByText(ui.noHit);
});

test('an app is added: its addresses are checked as its kind wants them, and its secret is shown once', async () => {
  serve({
    'GET /oauthClients': () => ({ results: [] }),
    'GET /oauthEndpoints': () => endpoints,
    'GET /{clientId}': () => wiki,
    'POST /oauthClients': () => ({ ...wiki, clientSecret: 'very-secret' }),
  });
  const opened = openPage(list, '/portal/oauth-apps', texts, [page]);
  await screen.findByText(oauthApps.emptyTitle);
  const [toAdd] = screen.getAllByRole('button', { name: oauthApps.add });
  fireEvent.click(toAdd as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: oauthApps.add });
  const box = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  const type = (name: string, value: string) => {
    fireEvent.change(box(name), { target: { value } });
    fireEvent.blur(box(name));
  };
  const add = within(dialog).getByRole<HTMLButtonElement>('button', { name: oauthApps.add });
  type(common.name, 'Wiki');
  type(logs.field_redirectUris, 'https://wiki.example/cb\nhttp://wiki.example/cb');
  await within(dialog).findByText(oauthApps.uri_https.replace('{{uri}}', 'http://wiki.example/cb'));
  expect(add.disabled).toBe(true);
  // Of an installed app another address is wrong.
  fireEvent.change(box(oauthApps.kind), { target: { value: 'installed' } });
  type(logs.field_redirectUris, 'https://localhost/cb');
  await within(dialog).findByText(oauthApps.uri_loopback.replace('{{uri}}', 'https://localhost/cb'));
  type(logs.field_redirectUris, 'com.example.wiki:/cb');
  expect(add.disabled).toBe(false);
  fireEvent.change(box(oauthApps.kind), { target: { value: 'server' } });
  expect(add.disabled).toBe(true);
  type(logs.field_redirectUris, ' https://wiki.example/cb \n\n');
  fireEvent.click(add);
  const made = await screen.findByRole('dialog', { name: 'Wiki added' });
  for (const value of ['very-secret', 'demo.wiki', 'https://portico.example/issuer'])
    expect(await within(made).findByDisplayValue(value)).toBeTruthy();
  fireEvent.keyDown(made, { key: 'Escape' });
  expect(changes[0]?.body).toMatchObject({ name: 'Wiki', homepageUri: null, idTokenSignedResponseAlg: 'RS256' });
  expect(changes[0]?.body).toMatchObject({ redirectUris: ['https://wiki.example/cb'] });
  fireEvent.click(within(made).getByRole('button', { name: oauthApps.noted }));
  await waitFor(() => expect(opened.address()).toBe('/portal/oauth-apps/demo.wiki'));
});

test.each([
  [false, oauthApps.remedy_mfaOff],
  [true, oauthApps.mfaHelp],
])('requiring MFA says what it does where the policy allows it: %s', async (enabled, said) => {
  serve({
    'GET /{clientId}': () => wiki,
    'GET /tenants/{tenantId}': () => ({ securityPolicy: { loginPolicy: { mfa: { enabled } } } }),
  });
  openPage(page, '/portal/oauth-apps/demo.wiki', texts);
  const box = await screen.findByLabelText(logs.field_requiresMfa);
  screen.getByText(oauthApps.mfaHelp);
  fireEvent.change(box, { target: { value: 'on' } });
  await screen.findByText(said);
  expect(screen.queryByText(oauthApps.remedy_mfaOff) === null).toBe(enabled);
});

test('what another administrator changed of an app is shown, and nothing of it is overwritten', async () => {
  let now: App = wiki;
  serve({
    'GET /{clientId}': () => now,
    'PUT /{clientId}': ({ body }) => {
      refuseConflict(body, now as never);
      const { expected: _, ...given } = body as App & { expected: object };
      now = { ...now, ...given };
      return now;
    },
  });
  openPage(page, '/portal/oauth-apps/demo.wiki', texts);
  const name = await screen.findByLabelText(new RegExp(`^${common.name}`));
  now = { ...now, redirectUris: ['https://new.example/cb'] };
  fireEvent.change(name, { target: { value: 'Handbook' } });
  fireEvent.click(await screen.findByRole('button', { name: common.save }));
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(told.textContent).toContain('https://new.example/cb');
  fireEvent.click(screen.getByRole('button', { name: ui['conflict.takeOver'] }));
  fireEvent.click(await screen.findByRole('button', { name: common.save }));
  await screen.findByText(oauthApps.saved.replace('{{name}}', 'Handbook'));
  expect(now).toMatchObject({ name: 'Handbook', redirectUris: ['https://new.example/cb'] });
});

test('turning an app off says whom it affects, and many have to be typed', async () => {
  serve({
    'GET /{clientId}': () => wiki,
    'GET /connectedUsers': () => ({ users: 412, more: false }),
    'PUT /{clientId}': ({ body }) => ({ ...wiki, ...(body as object) }),
  });
  openPage(page, '/portal/oauth-apps/demo.wiki', texts);
  fireEvent.click(await screen.findByRole('button', { name: oauthApps.acts }));
  fireEvent.click(screen.getByText(oauthApps.act_disable));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off Wiki?' });
  await within(dialog).findByText('412 users are connected.');
  const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: oauthApps.act_disable });
  expect(ok.disabled).toBe(true);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '412' } });
  fireEvent.click(ok);
  await screen.findByText(oauthApps.disabled.replace('{{name}}', 'Wiki'));
  expect(changes[0]?.body).toMatchObject({ disabled: true, expected: { disabled: false, name: 'Wiki' } });
});

test('a new secret is shown once, with how long the one before works', async () => {
  const previousSecretUntil = '2126-04-02T00:00:00Z';
  let now = wiki;
  serve({
    'GET /{clientId}': () => now,
    'GET /oauthEndpoints': () => endpoints,
    'POST /secret': () => {
      now = { ...wiki, previousSecretUntil };
      return { clientId: 'demo.wiki', clientSecret: 'newer-secret', previousSecretUntil };
    },
    'DELETE /secret/previous': () => {
      now = wiki;
      return wiki;
    },
  });
  openPage(page, '/portal/oauth-apps/demo.wiki', texts);
  fireEvent.click(await screen.findByRole('button', { name: oauthApps.acts }));
  fireEvent.click(screen.getByText(oauthApps.act_secret));
  const asked = await screen.findByRole('dialog', { name: 'Create a new secret for Wiki?' });
  fireEvent.change(within(asked).getByRole('combobox'), { target: { value: '168' } });
  fireEvent.click(within(asked).getByRole('button', { name: oauthApps.act_secret }));
  const shown = await screen.findByRole('dialog', { name: 'New secret for Wiki' });
  expect(within(shown).getByDisplayValue('newer-secret')).toBeTruthy();
  expect(within(shown).getByText(/works until Apr 2, 2126/)).toBeTruthy();
  fireEvent.click(within(shown).getByRole('button', { name: oauthApps.noted }));
  expect(await screen.findByText(/works until Apr 2, 2126/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: oauthApps.acts }));
  fireEvent.click(screen.getByText(oauthApps.act_endPrevious));
  const ending = await screen.findByRole('dialog', { name: 'End the previous secret of Wiki?' });
  fireEvent.click(within(ending).getByRole('button', { name: oauthApps.act_endPrevious }));
  await screen.findByText(oauthApps.previousEnded.replace('{{name}}', 'Wiki'));
  expect(changes.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { overlapHours: 168 }],
    ['DELETE', undefined],
  ]);
});

test('a sign-out that did not arrive says why, and is sent again', async () => {
  const failed = { ...{ deliveryId: 'd1', state: 'dead', sub: 'u', sid: 's', tries: 7, nextAt: null } };
  serve({
    'GET /{clientId}': () => wiki,
    'GET /logoutDeliveries': () => ({
      results: [{ ...failed, createdAt: '2026-04-02T00:00:00Z', failure: 'http503' }],
    }),
    'POST /retry': () => null,
  });
  openPage(page, '/portal/oauth-apps/demo.wiki?tab=logout', texts);
  await screen.findByText(oauthApps.answered.replace('{{status}}', '503'));
  fireEvent.click(screen.getByRole('button', { name: oauthApps.sendAgain }));
  await screen.findByText(oauthApps.sentAgain);
  expect(changes.map(({ path }) => path)).toEqual([expect.stringMatching(/logoutDeliveries\/\{deliveryId\}\/retry$/)]);
});
