import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import provisioning from '#messages/en/provisioning.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { apiError } from '../../api/api-error.ts';
import { openPage } from '../../../test/page.tsx';
import { changes, refuseConflict, serve } from '../../../test/server.ts';
import { readSourcePageSearch } from './detail/page-search.ts';
import { SourcePage } from './detail/SourcePage.tsx';
import { SourceList } from './list/SourceList.tsx';
import type { Source, Token } from './queries.ts';
import { stateOf } from '../../base/provisioning/sources.ts';
import { pageOfTokens, tokenListAddress } from './tokens/list-search.ts';
import { TokenList } from './tokens/TokenList.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, history, provisioning, ui, users };
const source: Source = {
  ...{
    uuid: '01a0',
    kind: 'aad',
    displayName: 'Contoso',
    enabled: false,
    deleteBehavior: 'deactivate',
    adoption: 'never',
    maxLeaving: null,
    maxLeavingPercent: 20,
    quarantined: 0,
    ...{ excludedUsers: [], excludedGroups: [], excludedPatterns: [] },
  },
  ...{ scimUrl: 'https://portico.example/api/auth/scim/v2', users: 0, activeTokens: 1 },
  ...{ startedAt: null, lastUsedAt: null, createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
};
const running = { enabled: true, startedAt: '2026-11-02T00:00:00Z', lastUsedAt: '2026-11-03T00:00:00Z', users: 250 };
const token: Token = {
  ...{ id: 't1', name: 'Entra', scopes: ['scim'], source: { uuid: '01a0', displayName: 'Contoso' }, state: 'active' },
  ...{ createdBy: 'admin', createdAt: '2026-11-01T00:00:00Z', expiresAt: '2099-11-01T00:00:00Z' },
  ...{ lastUsedAt: '2026-11-03T00:00:00Z', lastUsedAddress: '192.0.2.1' },
};

const list = { path: '/portal/provisioning', component: SourceList };
const one = { path: '/portal/provisioning/$uuid', component: SourcePage, validateSearch: readSourcePageSearch };
const tokens = { path: '/portal/management-tokens', component: TokenList, validateSearch: tokenListAddress.read };
const user = { path: '/portal/users/$userId', component: () => <p>user</p> };

/** The first that fits answers, the last given of one name. */
const answers = (now: Source, more: Parameters<typeof serve>[0] = {}) => ({
  ...more,
  'GET /provisioningSources/{uuid}': () => now,
  'GET /provisioningSources': () => ({ results: [now] }),
  'GET /managementTokens': () => ({ results: [token] }),
  ...more,
});
const openOne = (search = '') => openPage(one, `/portal/provisioning/01a0${search}`, texts, [list, user]);
const act = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: provisioning.acts }));
  fireEvent.click(await screen.findByText(name));
  return within(await screen.findByRole('dialog'));
};

describe('the state of a source', () => {
  test.each([
    [{ enabled: false, startedAt: null, activeTokens: 1, lastUsedAt: null }, 'setup'],
    [{ enabled: false, startedAt: 'then', activeTokens: 1, lastUsedAt: 'then' }, 'off'],
    [{ enabled: true, startedAt: 'then', activeTokens: 0, lastUsedAt: 'then' }, 'noToken'],
    [{ enabled: true, startedAt: 'then', activeTokens: 1, lastUsedAt: null }, 'silent'],
    [{ enabled: true, startedAt: 'then', activeTokens: 1, lastUsedAt: 'then' }, 'on'],
  ])('%o is %s', (facts, state) => expect(stateOf(facts)).toBe(state));
});

test('a source is added off, with a token that is shown beside the steps in its directory', async () => {
  serve(
    answers(source, {
      'POST /provisioningSources': ({ body }) => ({ ...source, ...body }),
      'POST /managementTokens': () => ({ ...token, token: 'demo.secret' }),
    }),
  );
  const { address } = openPage(list, '/portal/provisioning', texts, [one]);
  fireEvent.click((await screen.findAllByRole('button', { name: provisioning.add }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByDisplayValue(history.source_aad)).toBeTruthy();
  fireEvent.click(dialog.getByLabelText(history.source_custom));
  expect(dialog.getByRole('button', { name: provisioning.next })).toHaveProperty('disabled', true);
  fireEvent.click(dialog.getByLabelText(history.source_okta));
  fireEvent.click(dialog.getByRole('button', { name: provisioning.next }));
  await screen.findByDisplayValue('demo.secret');
  screen.getByDisplayValue(source.scimUrl);
  screen.getByText(provisioning.guide_okta_4);
  expect(changes).toMatchObject([
    { body: { kind: 'okta', displayName: 'Okta', enabled: false } },
    { body: { name: 'Okta', scopes: ['scim'], sourceUuid: '01a0', days: 365 } },
  ]);
  fireEvent.click(screen.getByRole('button', { name: provisioning.next }));
  await waitFor(() => expect(address()).toBe('/portal/provisioning/01a0'));
});

test('where only the token fails, the source is not added twice', async () => {
  let tries = 0;
  serve(
    answers(source, {
      'POST /provisioningSources': () => source,
      'POST /managementTokens': () => {
        tries += 1;
        if (tries === 1) throw apiError(503, [{ message_id: 'service_unavailable', message: '' }], 'r');
        return { ...token, token: 'demo.secret' };
      },
    }),
  );
  openPage(list, '/portal/provisioning', { ...texts, errors: { service_unavailable: 'Try later.' } }, [one]);
  fireEvent.click((await screen.findAllByRole('button', { name: provisioning.add }))[0] as HTMLElement);
  const next = await screen.findByRole('button', { name: provisioning.next });
  fireEvent.click(next);
  await screen.findByText('Try later.');
  fireEvent.click(next);
  await screen.findByDisplayValue('demo.secret');
  expect(changes.map(({ path }) => path.split('/').at(-1))).toEqual([
    ...['provisioningSources', 'managementTokens', 'managementTokens'],
  ]);
});

test('the page of a new source sees the first call by itself, then offers the switch', async () => {
  let now = source;
  serve(
    answers(source, { 'GET /provisioningSources/{uuid}': () => now, 'PUT /{uuid}': () => ({ ...now, ...running }) }),
  );
  openOne();
  const card = within(await screen.findByRole('region', { name: provisioning.setupTitle }));
  card.getByText(provisioning.waiting);
  expect(card.queryByRole('button', { name: provisioning.act_switchOn })).toBeNull();
  now = { ...source, lastUsedAt: '2026-11-03T00:00:00Z' };
  fireEvent.click(await card.findByRole('button', { name: provisioning.act_switchOn }));
  await waitFor(() => expect(changes).toMatchObject([{ body: { enabled: true, expected: { enabled: false } } }]));
});

test('the end of a source is told in numbers, and many want their number typed', async () => {
  serve(answers({ ...source, ...running }, { 'DELETE /{uuid}': () => undefined }));
  const { address } = openOne();
  const dialog = await act(provisioning.act_delete);
  dialog.getByText('Affects 250 users.');
  dialog.getByText('1 token ends.');
  const end = dialog.getByRole('button', { name: provisioning.act_delete });
  expect(end).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '250' } });
  fireEvent.click(end);
  await waitFor(() => expect(address()).toBe('/portal/provisioning'));
});

test('its users are listed by the names of the directory, with whom that has deleted', async () => {
  const person = { uuid: 'u1', userId: 'hanako', familyName: 'Sato', givenName: 'Hanako', status: 'active' };
  const row = { ...person, userName: 'hanako@contoso.example', externalId: null, updatedAt: '2026-11-03T00:00:00Z' };
  const gone = { ...row, uuid: 'u2', userId: 'taro', userName: 'taro@contoso.example', status: 'inactive' };
  const asked: unknown[] = [];
  serve(
    answers(
      { ...source, ...running },
      {
        'GET /{uuid}/users': ({ query }) => {
          asked.push(query);
          return {
            results: [
              { ...row, isGone: false },
              { ...gone, isGone: true },
            ],
            totalResults: 250,
          };
        },
      },
    ),
  );
  const { address } = openOne('?tab=users');
  await screen.findByText('hanako@contoso.example');
  screen.getByText(provisioning.gone);
  fireEvent.click(screen.getByRole('button', { name: ui.nextPage }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ page: 2, count: 20 }));
  expect(address()).toBe('/portal/provisioning/01a0?tab=users&page=2');
});

describe('users who are held back', () => {
  const held = (at: number) => ({
    ...{ id: `d${at}`, kind: 'deactivate', at: '2026-11-03T00:00:00Z' },
    user: { uuid: `u${at}`, userId: `user${at}`, familyName: '', givenName: '' },
  });
  const openHeld = (total: number, answer: (asked: { body: object }) => object) => {
    const now = { ...source, ...running, quarantined: total };
    const rows = [held(1), held(2)];
    serve(
      answers(now, {
        'POST /quarantine/search': () => ({ results: rows, totalResults: total, itemsPerPage: 20 }),
        'POST /quarantine/decide': answer,
      }),
    );
    openOne();
  };
  const review = async () => fireEvent.click(await screen.findByRole('button', { name: provisioning.review }));
  const decisions = () => changes.filter(({ path }) => path.endsWith('/decide')).map(({ body }) => body);

  test('some are kept, and who became an administrator stays', async () => {
    openHeld(2, () => ({ decided: 1, spared: 1, left: 1 }));
    await screen.findByText('2 users are held back from removal.');
    await review();
    fireEvent.click(await screen.findByRole('checkbox', { name: /user2/ }));
    fireEvent.click(screen.getByRole('button', { name: provisioning.reject }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Reject the removal of 1 user?');
    fireEvent.click(dialog.getByRole('button', { name: provisioning.reject }));
    await screen.findByText('1 removal was rejected. Administrators and excluded users stay: 1.');
    expect(decisions()).toEqual([{ decision: 'reject', ids: ['d2'] }]);
  });

  test('of more than a hundred the number is typed, and no more than these are allowed', async () => {
    let left = 5_000;
    openHeld(2_500, () => {
      left -= 1_000;
      return { decided: 1_000, spared: 0, left };
    });
    await review();
    fireEvent.click(await screen.findByRole('button', { name: /^Allow all/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const allow = dialog.getByRole('button', { name: provisioning.allow });
    expect(allow).toHaveProperty('disabled', true);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '2500' } });
    fireEvent.click(allow);
    await waitFor(() => expect(decisions()).toHaveLength(3));
    await screen.findByText(/removals were allowed/);
    const most = [1_000, 1_000, 500];
    expect(decisions()).toEqual(most.map((each) => ({ decision: 'allow', most: each })));
  });
});

test('a limit is lifted and set', async () => {
  const now = { ...source, ...running };
  serve(answers(now, { 'PUT /{uuid}': ({ body }) => ({ ...now, ...body }) }));
  openOne();
  fireEvent.click(await screen.findByRole('switch', { name: provisioning.limitPercent }));
  fireEvent.click(screen.getByRole('switch', { name: provisioning.limitUsers }));
  fireEvent.change(screen.getByLabelText(new RegExp(`^${provisioning.limitUsersBox}`)), { target: { value: '0' } });
  fireEvent.click(screen.getByRole('button', { name: common.save }));
  await waitFor(() => expect(changes).toMatchObject([{ body: { maxLeavingPercent: null, maxLeaving: 0 } }]));
});

test('whom a source takes over is chosen', async () => {
  const now = { ...source, ...running };
  serve(answers(now, { 'PUT /{uuid}': ({ body }) => ({ ...now, ...body }) }));
  openOne();
  expect(await screen.findByLabelText(history.adoption_never)).toHaveProperty('checked', true);
  fireEvent.click(screen.getByLabelText(history.adoption_address));
  fireEvent.click(screen.getByRole('button', { name: common.save }));
  await waitFor(() => expect(changes).toMatchObject([{ body: { adoption: 'address' } }]));
});

test('a rule shows whom it takes over before it is saved, and why not the others', async () => {
  const asked: unknown[] = [];
  const user = { uuid: 'u1', familyName: '', givenName: '', mailAddress: null, status: 'active' };
  const counts = { possible: 1, administrator: 2, elsewhere: 0, inactive: 0, excluded: 0, address: 0 };
  serve(
    answers(
      { ...source, ...running, excludedPatterns: ['svc-*'] },
      {
        'POST /adoption/preview': ({ body }) => {
          asked.push(body);
          const { kind } = body as { kind: 'possible' | 'administrator' };
          return { totalResults: counts[kind], itemsPerPage: 1, results: [{ ...user, userId: `a ${kind}` }], counts };
        },
      },
    ),
  );
  openOne();
  fireEvent.click(await screen.findByLabelText(history.adoption_userId));
  fireEvent.click(screen.getAllByRole('button', { name: provisioning.preview })[0] as HTMLElement);
  await screen.findByText('a possible');
  fireEvent.click(screen.getByRole('button', { name: new RegExp(provisioning.adopt_administrator) }));
  await screen.findByText('a administrator');
  const rule = { adoption: 'userId', excludedUsers: [], excludedGroups: [], excludedPatterns: ['svc-*'] };
  expect(asked).toEqual([
    { ...rule, kind: 'possible' },
    { ...rule, kind: 'administrator' },
  ]);
  // By user ID nobody is without one.
  expect(screen.queryByText(provisioning.adopt_address)).toBeNull();
  fireEvent.click(screen.getByLabelText(history.adoption_never));
  expect(screen.queryByText('a administrator')).toBeNull();
});

test('exclusions are previewed before they are saved, and sent as patterns', async () => {
  const now = { ...source, ...running };
  const asked: unknown[] = [];
  const user = { uuid: 'u1', userId: 'svc-1', familyName: '', givenName: '', mailAddress: null, status: 'active' };
  serve(
    answers(now, {
      'PUT /{uuid}': ({ body }) => ({ ...now, ...body }),
      'POST /exclusions/preview': ({ body }) => {
        asked.push(body);
        return { totalResults: 1200, provided: 7, results: [{ ...user, isProvided: true }] };
      },
    }),
  );
  openOne();
  const box = await screen.findByLabelText(provisioning.excludePatterns);
  fireEvent.change(box, { target: { value: 'a b' } });
  expect(screen.getByRole('button', { name: provisioning.preview })).toHaveProperty('disabled', true);
  fireEvent.change(box, { target: { value: 'SVC-*\n\n*@x.example' } });
  fireEvent.click(screen.getByRole('button', { name: provisioning.preview }));
  await screen.findByText('svc-1');
  expect(screen.getByText(/1,200.*7.*200/)).toBeTruthy();
  const excludedPatterns = ['*@x.example', 'svc-*'];
  expect(asked).toEqual([{ excludedUsers: [], excludedGroups: [], excludedPatterns }]);
  fireEvent.change(box, { target: { value: 'svc-*' } });
  // What was asked of others is not shown.
  expect(screen.queryByText('svc-1')).toBeNull();
  fireEvent.change(box, { target: { value: 'SVC-*\n\n*@x.example' } });
  fireEvent.click(screen.getByRole('button', { name: common.save }));
  await waitFor(() =>
    expect(changes.filter(({ method }) => method === 'PUT')).toMatchObject([
      { body: { excludedPatterns, expected: { excludedPatterns: [] } } },
    ]),
  );
});

test('a change sends what it was, and what another person saved meanwhile is shown', async () => {
  let now: Source = { ...source, ...running };
  serve(
    answers(now, {
      'GET /provisioningSources/{uuid}': () => now,
      'PUT /{uuid}': ({ body }) => {
        refuseConflict(body, now);
        return { ...now, ...body };
      },
    }),
  );
  openOne();
  fireEvent.click(await screen.findByLabelText(history.onDelete_keep));
  now = { ...now, deleteBehavior: 'delete' };
  fireEvent.click(screen.getByRole('button', { name: common.save }));
  await screen.findAllByText(new RegExp(history.onDelete_delete));
  expect(changes).toMatchObject([{ body: { deleteBehavior: 'keep', expected: { deleteBehavior: 'deactivate' } } }]);
});

test('a token is shown once, and its end says if it was the last one of its source', async () => {
  serve(
    answers(source, {
      'POST /managementTokens': () => ({ ...token, token: 'demo.secret' }),
      'DELETE /{id}': () => undefined,
    }),
  );
  openPage(tokens, '/portal/management-tokens', texts, [one, user]);
  fireEvent.click(await screen.findByRole('button', { name: provisioning.createToken }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: ' Sync ' } });
  fireEvent.change(dialog.getByLabelText(new RegExp(`^${provisioning.days}`)), { target: { value: '731' } });
  dialog.getByDisplayValue('731');
  fireEvent.change(dialog.getByLabelText(new RegExp(`^${provisioning.days}`)), { target: { value: '730' } });
  fireEvent.click(dialog.getByRole('button', { name: provisioning.createToken }));
  await screen.findByDisplayValue('demo.secret');
  expect(changes).toMatchObject([{ body: { name: 'Sync', scopes: ['scim'], sourceUuid: '01a0', days: 730 } }]);
  fireEvent.click(screen.getByRole('button', { name: provisioning.tokenNoted }));
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Entra' }));
  const asked = within(await screen.findByRole('dialog'));
  asked.getByText(/last valid token of Contoso/);
  fireEvent.click(asked.getByRole('button', { name: provisioning.revoke }));
  await screen.findByText('Entra was revoked.');
});

test.each([
  [{}, ['Entra', 'Old']],
  [{ state: 'expired' as const }, ['Old']],
  [{ keyword: 'OKTA' }, ['Old']],
  [{ keyword: 'ent' }, ['Entra']],
])('tokens are searched: %o', (search, names) => {
  const old: Token = { ...token, name: 'Old', state: 'expired', source: { uuid: '02', displayName: 'Okta' } };
  expect(pageOfTokens([token, old], search).results.map(({ name }) => name)).toEqual(names);
});
