import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import openid from '#messages/en/openid.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { apiError } from '../../api/api-error.ts';
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { CybozuSettings } from './cybozu/CybozuSettings.tsx';
import { readProviderPageSearch } from './detail/page-search.ts';
import { ProviderPage } from './detail/ProviderPage.tsx';
import { providerListAddress } from './list/list-search.ts';
import { ProviderList } from './list/ProviderList.tsx';
import type { Provider } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(() => {
  cleanup();
  window.location.hash = '';
});
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, errors, logs, openid, ui };

const acme: Provider = {
  ...{ opId: 'acme', uuid: '01a0', kind: 'oidc', displayName: 'Acme', issuer: 'https://accounts.example.com' },
  ...{
    clientId: 'portico',
    enabled: false,
    jitProvisioning: false,
    directoryIds: [],
    enabledDomains: [],
    disabledDomains: [],
    linkedUsers: 3,
    testedAt: null,
  },
  ...{ subdomain: '', recordApp: null, recordScopes: [] },
  ...{
    redirectUri: 'https://portico.example/back',
    createdAt: '2026-04-01T00:00:00Z',
    updatedAt: '2026-04-01T00:00:00Z',
  },
};
const page = {
  path: '/portal/openid-providers/$opId',
  component: ProviderPage,
  validateSearch: readProviderPageSearch,
};
const list = { path: '/portal/openid-providers', component: ProviderList, validateSearch: providerListAddress.read };

test('a provider is added with an ID made of its name, and what is wrong is said at its field', async () => {
  serve({
    'GET /oidcs': () => ({ results: [] }),
    'GET /{id}': () => acme,
    'POST /oidcs': () => {
      throw apiError(409, [{ message_id: 'duplicated_params_opId', field: 'opId', message: '' }], 'r');
    },
  });
  openPage(list, '/portal/openid-providers', texts, [page]);
  fireEvent.click((await screen.findAllByRole('button', { name: openid.add }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type(/^Display name|^Name/, 'Acme Corp. (EU)');
  expect(dialog.getByDisplayValue('acme-corp-eu')).toBeTruthy();
  expect(dialog.getByDisplayValue(/\/api\/auth\/oidc\/rp\/callback\/[^/]+\/acme-corp-eu$/)).toBeTruthy();
  const add = dialog.getByRole('button', { name: openid.add });
  type(/^Issuer/, 'http://accounts.example.com');
  type(/^Client ID/, 'portico');
  type(/^Client secret/, 's');
  expect(add).toHaveProperty('disabled', true);
  type(/^Issuer/, 'https://accounts.example.com');
  fireEvent.click(add);
  await dialog.findByText(errors.duplicated_params_opId);
  expect(changes[0]).toMatchObject({ body: { opId: 'acme-corp-eu', kind: 'oidc', clientSecret: 's' } });
});

test('switching on what was never tested says so', async () => {
  serve({ 'GET /{id}': () => acme, 'PUT /{id}': () => ({ ...acme, enabled: true }) });
  openPage(page, '/portal/openid-providers/acme', texts, [list]);
  fireEvent.click(await screen.findByRole('button', { name: openid.acts }));
  fireEvent.click(await screen.findByText(openid.act_switchOn));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(openid.effect_untested);
  fireEvent.click(dialog.getByRole('button', { name: openid.act_switchOn }));
  await waitFor(() => expect(changes).toMatchObject([{ body: { enabled: true, expected: { enabled: false } } }]));
  await screen.findByText('Users can sign in with Acme.');
});

test('switching off says who has no other way, and is blocked where no administrator could sign in', async () => {
  const impact = { users: 3, withoutOther: 2, byMail: 1, administratorsTotal: 12, you: true, lastAdministrator: false };
  const administrators = [{ userId: 'zoe', familyName: 'Zander', givenName: 'Zoe' }];
  let answer = { ...impact, administrators };
  serve({
    'GET /{id}': () => ({ ...acme, enabled: true }),
    'GET /impact': () => answer,
    'PUT /{id}': () => acme,
  });
  openPage(page, '/portal/openid-providers/acme', texts, [list]);
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: openid.acts }));
    fireEvent.click(await screen.findByText(openid.act_switchOff));
    const dialog = within(await screen.findByRole('dialog'));
    const act = dialog.getByRole('button', { name: openid.act_switchOff });
    await dialog.findByText(/^3 users can sign in with it now\. 2 of them .* 1 of those can still/);
    return { dialog, act };
  };
  const { dialog, act } = await ask();
  dialog.getByText('zoe (Zoe Zander)');
  dialog.getByText('11 more');
  dialog.getByText(openid.impactYou);
  fireEvent.click(act);
  await waitFor(() => expect(changes).toMatchObject([{ body: { enabled: false, expected: { enabled: true } } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer = { ...answer, lastAdministrator: true };
  const again = await ask();
  again.dialog.getByText(openid.impactLast);
  expect(again.act).toHaveProperty('disabled', true);
});

test.each([
  ['', openid.testPassed],
  ['&federationError=rp_setting_invalid', openid.testFailed],
])('the result of a test is told once (%s)', async (error, text) => {
  serve({ 'GET /{id}': () => acme });
  window.location.hash = `#purpose=test${error}`;
  openPage(page, '/portal/openid-providers/acme', texts, [list]);
  await screen.findByText(text);
  expect(window.location.hash).toBe('');
});

test('an answer that was refused names the check and the values', async () => {
  const trace = { id: 'a', at: '2026-04-02T00:00:00Z', purpose: 'test', cause: 'id_token_issuer', requestId: 'r-1' };
  serve({
    'GET /{id}': () => acme,
    'GET /traces': () => ({ results: [{ ...trace, detail: { expected: 'https://a', received: 'https://b' } }] }),
  });
  openPage(page, '/portal/openid-providers/acme?tab=answers', texts, [list]);
  await screen.findByText(new RegExp(openid.cause_id_token_issuer));
  screen.getByText('https://b');
});

test('who would have been added is told at the switch, and listed with why not', async () => {
  const user = { familyName: '', givenName: '', isProven: false, firstAt: acme.createdAt, times: 1 };
  const results = [
    { ...user, subject: 'taro', mailAddress: 'taro@acme.example', cause: null, lastAt: acme.createdAt },
    { ...user, subject: 'hanako', mailAddress: null, cause: 'no_room', lastAt: acme.createdAt },
  ];
  serve({
    'GET /{id}': () => acme,
    'GET /unknownUsers': () => ({ days: 30, isFull: false, added: 1, refused: 1, room: 1, results }),
  });
  openPage(page, '/portal/openid-providers/acme', texts, [list]);
  await screen.findByText('Unknown users in the last 30 days: 1 would have been added, 1 refused.');
  fireEvent.click(screen.getByRole('tab', { name: openid.tab_newUsers }));
  await screen.findByText(openid.newOutcomeMail);
  screen.getByText(openid.cause_no_room);
  screen.getByText(/under the user limit: 1\./);
});

test('a test that cannot begin says where to look', async () => {
  serve({
    'GET /{id}': () => acme,
    'POST /verify': () => {
      throw apiError(400, [{ message_id: 'rp_setting_invalid', message: '' }], 'r');
    },
  });
  openPage(page, '/portal/openid-providers/acme', texts, [list]);
  fireEvent.click(await screen.findByRole('button', { name: openid.test }));
  await screen.findByText(openid.testFailed);
});

test('a claim is mapped to a field, with what the last test says of it', async () => {
  const group = { uuid: 'g1', groupId: 'sales', name: 'Sales', apps: 2 };
  const mappedGroups = [{ claim: 'groups', value: 'sales', group: 'g1' }];
  const lastTest = { at: '2026-04-02T00:00:00Z', said: { groups: ['sales'], dept: ['East'] } };
  const mapping = { mappedFields: [], mappedGroups, everySignIn: false, groups: [group], lastTest };
  serve({
    'GET /{id}': () => acme,
    'GET /mapping': () => mapping,
    'PUT /mapping': () => ({ ...mapping, mappedFields: [{ claim: 'dept', field: 'department' }] }),
  });
  openPage(page, '/portal/openid-providers/acme?tab=mapping', texts, [list]);
  await screen.findByText('groups = sales');
  screen.getByText('Opens 2 apps');
  screen.getByText(openid.mapInGroup);
  fireEvent.click(screen.getByRole('button', { name: openid.map_field }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(new RegExp(`^${openid.mapClaim}`)), { target: { value: ' dept ' } });
  fireEvent.change(dialog.getByLabelText(new RegExp(`^${openid.mapField}`)), { target: { value: 'department' } });
  dialog.getByText('Example: East');
  fireEvent.click(dialog.getByRole('button', { name: common.add }));
  const sent = { mappedFields: [{ claim: 'dept', field: 'department' }], mappedGroups };
  await waitFor(() => expect(changes).toMatchObject([{ body: { ...sent, expected: { mappedFields: [] } } }]));
  await screen.findByText('dept');
});

const cybozuPage = { path: '/portal/tenant/cybozu-settings', component: CybozuSettings };

test('cybozu.com is connected with a subdomain and an app, which are checked while one types', async () => {
  serve({
    'GET /oidcs': () => ({ results: [acme] }),
    'GET /{id}': () => acme,
    'POST /oidcs': () => ({ ...acme, opId: 'cybozu-com', kind: 'cybozu' }),
  });
  openPage(cybozuPage, '/portal/tenant/cybozu-settings', texts, [page]);
  fireEvent.click(await screen.findByRole('button', { name: openid.cybozuAdd }));
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  type(logs.field_subdomain, 'a.b');
  type(logs.field_recordApp, 'twelve');
  type(logs.field_clientId, 'l.1.portico');
  type(logs.field_clientSecret, 'secret');
  const add = dialog.getByRole('button', { name: openid.add });
  expect((add as HTMLButtonElement).disabled).toBe(true);
  type(logs.field_subdomain, 'example');
  expect((add as HTMLButtonElement).disabled).toBe(true);
  type(logs.field_recordApp, '12');
  fireEvent.click(add);
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({
    ...{ kind: 'cybozu', opId: 'cybozu-com', displayName: 'cybozu.com', subdomain: 'example', recordApp: 12 },
    ...{ clientId: 'l.1.portico', clientSecret: 'secret' },
  });
});

test('what cybozu.com needs can be changed, and stands on the page of its section', async () => {
  const cybozu: Provider = {
    ...acme,
    ...{ opId: 'cybozu', kind: 'cybozu', displayName: 'cybozu.com', subdomain: 'example', recordApp: 12 },
    recordScopes: ['k:app_record:read', 'k:app_record:write'],
  };
  serve({
    'GET /oidcs': () => ({ results: [acme, cybozu] }),
    'PUT /{id}': ({ body }) => ({ ...cybozu, ...body }),
  });
  openPage(cybozuPage, '/portal/tenant/cybozu-settings', texts, [page]);
  await screen.findByRole('heading', { name: 'cybozu.com', level: 2 });
  fireEvent.change(screen.getByLabelText(new RegExp(`^${logs.field_recordApp}`)), { target: { value: '13' } });
  fireEvent.change(screen.getByLabelText(new RegExp(`^${logs.field_recordScopes}`)), { target: { value: 'a  b' } });
  fireEvent.click(await screen.findByRole('button', { name: common.save }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({ subdomain: 'example', recordApp: 13, recordScopes: ['a', 'b'] });
});
