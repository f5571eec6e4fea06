import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { type Asked, changes, held, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { userAddress } from './list-search.ts';
import { UserList } from './UserList.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

// This browser has no popovers: their panels stand open.
HTMLElement.prototype.hidePopover ??= () => undefined;

type Question = {
  condition: { keyword?: string; status?: string[]; lastSignInOlderThanDays?: number };
  cursor?: string;
};
const user = (userId: string) => ({ userId, familyName: '', givenName: '', roles: ['User'], status: 'active' });
const page = (...ids: string[]) => ({ totalResults: ids.length, results: ids.map(user) });
const asked: Question[] = [];
let answer = (_question: Question): unknown => page('anna', 'ben');

const conflict = () => {
  throw apiError(409, [{ message_id: 'conflict', message: '', field: 'expectedCount' }], 'r');
};

beforeEach(() => {
  asked.length = 0;
  answer = () => page('anna', 'ben');
  serve({
    'GET ': () => ({ totalResults: 0, results: [] }),
    'POST /search/users': ({ body }: Asked) => {
      asked.push(body as Question);
      return answer(body as Question);
    },
    'POST /count/users': () => ({ matched: 20_417 }),
    'POST /bulkSendMail': conflict,
  });
});
afterEach(cleanup);

const open = (search = '') => {
  const route = { path: '/portal/users', component: UserList, validateSearch: userAddress.read };
  return openPage(route, `/portal/users${search}`, { common, users });
};
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('a filter ticked while a keyword is still being typed stays ticked', async () => {
  const { address } = open('?names=x');
  const active = await box('Active');
  fireEvent.change(await box('Search users'), { target: { value: 'sato' } });
  fireEvent.click(active);
  await waitFor(() => expect(address()).toContain('keyword=sato'));
  expect(address()).toContain('status=active');
  await waitFor(() => expect(asked.at(-1)?.condition).toEqual({ names: 'x', keyword: 'sato', status: ['active'] }));
});

test('of two changes in a row, the second does not take the first back', async () => {
  const { address } = open('?names=x');
  const [active, head] = [await box('Active'), await screen.findByRole('button', { name: common.mailAddress })];
  fireEvent.click(active);
  fireEvent.click(head);
  await waitFor(() => expect(address()).toContain('sort=loginMailAddress'));
  expect(address()).toContain('status=active');
});

test('rows of the search before cannot be chosen for the one that is on its way', async () => {
  const later = held();
  answer = ({ condition }) => (condition.status ? later.comes.then(() => page('carl')) : page('anna', 'ben'));
  open('?names=x');
  const anna = await box('Select anna');
  fireEvent.click(await box('Active'));
  await waitFor(() => expect([anna.disabled, asked.at(-1)?.condition.status]).toEqual([true, ['active']]));
  expect((await box('Select all rows on this page')).disabled).toBe(true);
  const canExport = () => !screen.getByRole<HTMLButtonElement>('button', { name: users.exportAll }).disabled;
  expect(canExport()).toBe(false);
  later.letGo();
  await waitFor(async () => expect((await box('Select carl')).disabled).toBe(false));
  expect(canExport()).toBe(true);
});

test('a last page of which everybody was deleted is left for the first', async () => {
  answer = ({ cursor }) => (cursor ? page() : page('anna'));
  const { address } = open('?keyword=a&cursor=abc');
  await box('Select anna');
  expect(address()).toBe('/portal/users?keyword=a');
  expect(screen.queryByText(users.emptyTitle)).toBeNull();
});

test('days that cannot be searched for are a mistake at the box, and the list stays as it is', async () => {
  const { address } = open('?idle=90');
  const days = await box('Days without sign-in');
  for (const value of ['9999', '0', '3651']) {
    fireEvent.change(days, { target: { value } });
    expect(await screen.findByText('Enter a whole number from 1 to 3,650.')).toBeTruthy();
    fireEvent.keyDown(days, { key: 'Enter' });
  }
  await new Promise((done) => setTimeout(done, 400));
  expect([days.value, address()]).toEqual(['3651', '/portal/users?idle=90']);
  fireEvent.change(days, { target: { value: '3650' } });
  await waitFor(() => expect(address()).toBe('/portal/users?idle=3650'));
  expect(screen.queryByText('Enter a whole number from 1 to 3,650.')).toBeNull();
});

test('an estimate is marked as one and counted before emails are sent; after a refusal it is counted again', async () => {
  answer = () => ({ ...page('anna', 'ben'), totalResults: 20_000, totalIsEstimate: true });
  open();
  await box('Select anna');
  fireEvent.click(await box('Select all rows on this page'));
  expect(screen.getByText('About 20,000 results')).toBeTruthy();
  await press('Select all matches, about 20,000');
  expect(screen.getByText('All matches selected, about 20,000')).toBeTruthy();
  fireEvent.click(screen.getByText(users['mail.item_registration']));
  expect(await screen.findByText('Send invitations to 20,417 users?')).toBeTruthy();
  const before = asked.length;
  await press(users['mail.send']);
  await waitFor(() => expect(asked.length).toBe(before + 1));
  expect(changes.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['users', { condition: {} }],
    ['bulkSendMail', { sendType: 'registration', condition: {}, expectedCount: 20_417, expiresInDays: 7 }],
  ]);
});

test.each([
  ['deactivate', true],
  ['signOut', true],
  ['delete', true],
  ['activate', false],
] as const)('above 100, the number of users has to be typed: %s (%s)', async (action, isTyped) => {
  answer = () => ({ ...page('anna', 'ben'), totalResults: 412 });
  open();
  await box('Select anna');
  fireEvent.click(await box('Select all rows on this page'));
  await press('Select all 412 matches');
  await press(users[`act.${action}`]);
  await screen.findByText(users[`bulk.title_${action}_other`].replace('{{count}}', '412'));
  const dialog = await screen.findByRole('dialog');
  const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: users[`act.${action}`] });
  expect(ok.disabled).toBe(isTyped);
  if (!isTyped) return expect(within(dialog).queryByRole('textbox')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Type 412 to confirm'), { target: { value: '412' } });
  expect(ok.disabled).toBe(false);
});

test('if the group of a filter was deleted, the page says so, and the filter can be removed', async () => {
  const gone = '018f0000-0000-7000-8000-000000000001';
  const refuse = (status: number, message_id: 'not_found' | 'invalid_params', field?: string) => {
    throw apiError(status, [{ message_id, message: '', ...(field && { field }) }], 'r');
  };
  serve({
    'GET /groups/{uuid}': () => refuse(404, 'not_found'),
    'POST /search/users': ({ body }: Asked) =>
      'group' in (body as Question).condition ? refuse(400, 'invalid_params', 'condition.group.uuid') : page('anna'),
  });
  const { address } = open(`?group=${gone}&names=x`);
  await screen.findByText('This group no longer exists');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText(gone)).toBeNull();
  await screen.findByText('Deleted group');
  const [, offer] = await screen.findAllByRole('button', { name: 'Remove filter: Member of the group' });
  fireEvent.click(offer as HTMLElement);
  await screen.findByText('anna');
  expect(address()).toBe('/portal/users?names=x');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Users' })));
});
