import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Group } from '#contract/people/groups-fields.ts';
import type { User } from '#contract/people/users-fields.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import groups from '#messages/en/groups.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { useMembers } from '../features/groups/detail/use-members.tsx';
import { useDeviceCalls } from '../features/users/detail/device/use-device-acts.ts';
import { useUserActs } from '../features/users/detail/use-user-acts.ts';
import { createTextStore } from '../i18n/texts.ts';
import { TextsProvider } from '../i18n/use-t.tsx';
import { useGroupPlaces } from '../pickers/use-group-places.ts';
import { mailRunsKey } from './jobs/job-queries.ts';
import { renewPermissions } from './renewal.ts';

const anna = { tenantId: 'demo', userId: 'anna', uuid: 'u' } as User;
const sales = { tenantId: 'demo', uuid: 'g', groupId: 'sales', name: 'Sales' } as Group;

vi.mock('../api/call.ts', () => ({
  call: async ({ path }: { path: string }) =>
    path.includes('/operations/') ? { matched: 1, changed: 1 } : { tenantId: 'demo', userId: 'anna', sendId: 's' },
}));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => async () => undefined,
}));

/** What pages have read, by an example of each kind. */
const read = {
  list: ['users', 'demo', 'list', {}],
  user: ['users', 'demo', 'one', 'anna'],
  history: ['users', 'demo', 'history', { targetType: 'user', targetId: 'u' }, null],
  reasons: ['users', 'licenses', 'demo', 'anna', 'en'],
  devices: ['devices', 'demo', 'one', 'd'],
  members: ['groups', 'demo', 'members', 'g', {}],
  tags: ['tags', 'demo', 'list', {}],
  license: ['licenses', 'demo', 'one', 'l'],
  seatHolders: ['licenses', 'demo', 'holders', 'l'],
  permissions: ['permissions', 'demo', 'items', 'user'],
  seats: ['top', 'demo', 'licenses'],
  ownGroups: ['account', 'groups', 1],
  mails: ['registrationMails', 20, {}],
  sendings: mailRunsKey,
  mailTexts: ['mailTexts'],
};
type Read = keyof typeof read;
const others: readonly Read[] = ['sendings', 'mailTexts'];
const people = (Object.keys(read) as Read[]).filter((name) => !others.includes(name));

const texts = createTextStore('en', { common, groups, users });
afterEach(cleanup);

/** What is out of date (or gone) after an act that a hook offers. */
async function staleAfter<Acts>(use: () => Acts, doIt: (acts: Acts) => unknown): Promise<Read[]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  for (const key of Object.values(read)) client.setQueryData(key, {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TextsProvider store={texts}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TextsProvider>
  );
  const { result } = renderHook(use, { wrapper });
  await act(async () => {
    await doIt(result.current);
  });
  return (Object.keys(read) as Read[]).filter((name) => client.getQueryState(read[name])?.isInvalidated !== false);
}

const nobody = () => undefined;
const userActs = () => useUserActs(anna, nobody, nobody);

test('a deleted user disappears from groups, licenses and seats', async () => {
  expect(await staleAfter(userActs, ({ act }) => act('delete'))).toEqual(people);
});

test('after an act on a user everything is reloaded except the user, who is in the answer', async () => {
  const stale = people.filter((name) => name !== 'user');
  expect(await staleAfter(userActs, ({ act }) => act('deactivate'))).toEqual(stale);
  expect(await staleAfter(userActs, ({ act }) => act('sendInvitation'))).toContain('mails');
});

test('a mail to a user is a sending, whose end is waited for', async () => {
  expect(await staleAfter(userActs, ({ act }) => act('sendPin'))).toEqual(['sendings']);
});

test('a PIN and a card stand in the history of the user', async () => {
  const stale = await staleAfter(
    () => useDeviceCalls(anna),
    ({ renew }) => renew(),
  );
  expect(stale).toContain('history');
});

test('users added to a group are found by it in lists and on the permission screens', async () => {
  const places = () => useGroupPlaces({ kind: 'users', tenantId: 'demo', id: 'anna' }, nobody);
  expect(await staleAfter(places, ({ add }) => add(sales))).toEqual(people);
  const members = () => useMembers(sales, nobody);
  expect(await staleAfter(members, ({ change }) => change('users', 'remove', ['anna']))).toEqual(people);
});

test('after saving permissions, the screens, licenses, their holders and the top page reload', async () => {
  const client = new QueryClient();
  for (const key of Object.values(read)) client.setQueryData(key, {});
  await renewPermissions(client, 'demo', 'device');
  const stale = (Object.keys(read) as Read[]).filter((name) => client.getQueryState(read[name])?.isInvalidated);
  expect(stale).toEqual(['devices', 'license', 'seatHolders', 'permissions', 'seats']);
});
