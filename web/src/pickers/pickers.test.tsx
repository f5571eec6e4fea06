import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { apiError } from '../api/api-error.ts';
import { meQuery } from '../base/session-queries.ts';
import { createTextStore } from '../i18n/texts.ts';
import { TextsProvider } from '../i18n/use-t.tsx';
import { renderInPortal } from '../../test/render.tsx';
import AddDevicesDialog from './AddDevicesDialog.tsx';
import AddUsersDialog from './AddUsersDialog.tsx';
import { chooseRows } from './chosen-rows.ts';
import GroupDialog, { type GroupDialogProps } from './GroupDialog.tsx';
import { walk, walkBegin } from './group-walk.ts';
import { orderTags, tagToMake } from './tag-choice.ts';

type Asked = { path: string; body: Record<string, unknown> };

const asked: Asked[] = [];
let answer: (body: Record<string, unknown>) => unknown = () => ({ results: [], totalResults: 0 });

vi.mock('../api/call.ts', () => ({
  call: async ({ path, body = {} }: Asked) => {
    asked.push({ path, body });
    return answer(body);
  },
}));

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
});
afterEach(cleanup);

const texts = createTextStore('en', { common, errors, pickers, ui });

function show(dialog: React.ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery.queryKey, { tenantId: 'demo', permissions: ['users:read', 'users:write'] } as never);
  renderInPortal(
    <TextsProvider store={texts}>
      <QueryClientProvider client={client}>{dialog}</QueryClientProvider>
    </TextsProvider>,
  );
  return client;
}

const group = (uuid: string, more = {}) => ({ uuid, groupId: `id-${uuid}`, name: `Group ${uuid}`, ...more });
const pageOf = (results: unknown[], totalResults = results.length) => ({
  results,
  totalResults,
  itemsPerPage: 100,
});
/** Key after key without a turn between, in which a search could begin on a busy machine. */
const AT_ONCE = { delay: null };
const ok = () => screen.getByRole<HTMLButtonElement>('button', { name: 'OK' });

describe('choosing rows', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ uuid: `u${from + at}` }));
  const idsOf = (page: { uuid: string }[]) => new Set(page.map(({ uuid }) => uuid));

  test('those of other pages stay, up to the limit, the first ones first', () => {
    const first = chooseRows(new Map(), idsOf(rows(1, 50)), rows(1, 50), 100);
    expect([first.chosen.size, first.cut]).toEqual([50, false]);
    const second = chooseRows(first.chosen, idsOf(rows(1, 100)), rows(51, 100), 100);
    expect([second.chosen.size, second.cut]).toEqual([100, false]);
    const third = chooseRows(second.chosen, idsOf(rows(1, 150)), rows(101, 150), 100);
    expect([third.chosen.size, third.cut, third.chosen.has('u1'), third.chosen.has('u101')]).toEqual([
      100,
      true,
      true,
      false,
    ]);
    const fewer = chooseRows(third.chosen, idsOf(rows(2, 100)), rows(1, 50), 100);
    expect([fewer.chosen.size, fewer.cut, fewer.chosen.has('u1')]).toEqual([99, false, false]);
  });
});

describe('the way through the groups', () => {
  test('down, back to the group that was left, and the choice stays', () => {
    const a = group('a');
    const down = walk(walk({ ...walkBegin, listPage: 3 }, { type: 'choose', group: a }), { type: 'open', group: a });
    expect(down).toMatchObject({ path: [a], listPage: 1, chosen: a });
    const back = walk(down, { type: 'back' });
    expect(back).toMatchObject({ path: [], listPage: 3, left: 'a', chosen: a });
    const search = walk(walk(back, { type: 'tab', tab: 'search' }), { type: 'search', keyword: 'x' });
    expect(walk(search, { type: 'page', page: 2 })).toMatchObject({ searchPage: 2, listPage: 3, keyword: 'x' });
  });
});

describe('tags to choose from', () => {
  const names = ['Board', 'print-flow', 'site:tokyo'];
  test('those chosen before are on top; what is no tag yet can become one', () => {
    expect(orderTags(names, ['site:tokyo'], '')).toEqual(['site:tokyo', 'Board', 'print-flow']);
    expect(orderTags(names, [], ' O ')).toEqual(['Board', 'print-flow', 'site:tokyo']);
    expect(tagToMake(names, ' board ')).toBeUndefined();
    expect(tagToMake(names, '  ')).toBeUndefined();
    expect(tagToMake(names, ' Night shift ')).toBe('Night shift');
    expect(tagToMake(['Büro'], 'BU\u0308RO')).toBeUndefined();
    expect(tagToMake(names, 'Bu\u0308ro')).toBe('Büro');
  });
});

describe('the group selection dialog', () => {
  const open = (props: Partial<GroupDialogProps> = {}) => {
    const onOk = vi.fn();
    const onCancel = vi.fn();
    const client = show(<GroupDialog title="Which group?" onOk={onOk} onCancel={onCancel} {...props} />);
    return { onOk, onCancel, client };
  };

  test('can be browsed by keyboard; OK is enabled once a group is selected', async () => {
    const below = vi.fn(() => pageOf([group('c')]));
    answer = (body) => (body.filter ? below() : pageOf([group('a', { hasChildren: true }), group('b')]));
    const { onOk } = open();
    const first = await screen.findByRole('radio', { name: /Group a/ });
    expect(asked[0]?.body).toMatchObject({
      condition: { hasParents: false },
      count: 100,
      page: 1,
      sort: 'name',
      order: 'ascending',
    });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(ok().disabled).toBe(true);
    await userEvent.keyboard('{ArrowRight}');
    const child = await screen.findByRole('radio', { name: /Group c/ });
    expect(asked.at(-1)?.body.filter).toEqual({ name: 'childGroups', option: { baseGroupId: 'a' } });
    await waitFor(() => expect(document.activeElement).toBe(child));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('a'));
    await userEvent.keyboard(' ');
    expect(ok().disabled).toBe(false);
    await userEvent.click(ok());
    expect(onOk).toHaveBeenCalledWith(expect.objectContaining({ uuid: 'a', groupId: 'id-a' }));
  });

  test('the unspecified item is a group with an empty id', async () => {
    answer = () => pageOf([group('a')]);
    const { onOk } = open({ unspecified: 'No group' });
    await userEvent.click(await screen.findByRole('radio', { name: 'No group' }));
    await userEvent.click(ok());
    expect(onOk).toHaveBeenCalledWith({ uuid: '', groupId: '', name: 'No group' });
  });

  test('a group that is refused says why and cannot be chosen', async () => {
    answer = () => pageOf([group('a')]);
    open({ refused: () => 'This is the group itself.' });
    const radio = await screen.findByRole<HTMLInputElement>('radio', { name: /This is the group itself/ });
    await userEvent.click(radio);
    expect(radio.checked).toBe(false);
    expect(ok().disabled).toBe(true);
  });

  test.each(['list', 'search'])('of a group that is put somewhere, those in it cannot be chosen (%s)', async (tab) => {
    answer = ({ forGroup }) => ({ ...pageOf([group('a'), group('b')]), within: forGroup === 'top' ? ['b'] : [] });
    open({ forGroup: 'top' });
    if (tab === 'search') {
      await userEvent.click(screen.getByRole('tab', { name: 'Search' }));
      await userEvent.type(screen.getByRole('searchbox'), 'Group{Enter}');
    }
    const below = await screen.findByRole<HTMLInputElement>('radio', { name: /This group is inside the group itself/ });
    await userEvent.click(below);
    expect([below.value, below.checked, ok().disabled]).toEqual(['b', false, true]);
    await userEvent.click(screen.getByRole('radio', { name: /Group a/ }));
    expect(ok().disabled).toBe(false);
  });

  test('the search matches id or name anywhere, wildcards escaped, and says when nothing is found', async () => {
    answer = () => pageOf([]);
    open();
    await screen.findByText('No groups yet.');
    await userEvent.click(screen.getByRole('tab', { name: 'Search' }));
    const calls = asked.length;
    expect(screen.getByText('Enter part of a group’s name or ID.')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'a*{Enter}', AT_ONCE);
    await screen.findByText('No group matches this name or ID.');
    expect(asked.length).toBe(calls + 1);
    expect(asked.at(-1)?.body.condition).toEqual({ or: { groupId: '*a\\**', name: '*a\\**' } });
  });

  test('a deleted base group says so and links to the top level', async () => {
    answer = (body) => {
      if (body.filter) throw apiError(404, [{ message_id: 'not_found', message: '' }], 'r');
      return pageOf([group('a', { hasChildren: true })]);
    };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show child groups of Group a' }));
    await screen.findByText('This group was deleted or changed. Select another one.');
    expect(screen.queryAllByRole('radio')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Back to top level' }));
    await screen.findByRole('radio', { name: /Group a/ });
  });

  test('any other failure empties the list and offers to try again', async () => {
    let failing = true;
    answer = () => {
      if (failing) throw apiError(503, [{ message_id: 'service_unavailable', message: '' }], 'request-1');
      return pageOf([group('a')]);
    };
    open();
    await screen.findByText('Couldn’t load groups');
    expect(screen.getByText('request-1')).toBeTruthy();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('radio', { name: /Group a/ });
  });

  test('rows that could not be reloaded are replaced by the error', async () => {
    const refuse = (status: number, id: 'not_found' | 'service_unavailable') => () => {
      throw apiError(status, [{ message_id: id, message: '' }], 'r');
    };
    const rows = (body: Record<string, unknown>) =>
      pageOf(body.filter ? [group('c')] : [group('a', { hasChildren: true })]);
    answer = rows;
    const { client } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show child groups of Group a' }));
    await screen.findByRole('radio', { name: /Group c/ });
    answer = refuse(404, 'not_found');
    await client.refetchQueries({ type: 'active' });
    await screen.findByText('This group was deleted or changed. Select another one.');
    expect(screen.queryAllByRole('radio')).toEqual([]);
    answer = rows;
    await userEvent.click(screen.getByRole('tab', { name: 'Search' }));
    await userEvent.type(screen.getByRole('searchbox'), 'a{Enter}');
    await screen.findByRole('radio', { name: /Group a/ });
    answer = refuse(503, 'service_unavailable');
    await client.refetchQueries({ type: 'active' });
    await screen.findByText('Couldn’t load groups');
    expect(screen.queryAllByRole('radio')).toEqual([]);
  });

  test('while the rows are on their way, their places are shown and nothing is said of them', async () => {
    let come = (_: unknown) => {};
    answer = () => new Promise((resolve) => (come = resolve));
    open();
    const rows = screen.getByRole('radiogroup');
    expect(rows.getAttribute('aria-busy')).toBe('true');
    expect(rows.querySelectorAll('.mantine-Skeleton-root').length).toBe(5);
    expect(screen.queryByText('No groups yet.')).toBeNull();
    come(pageOf([]));
    await screen.findByText('No groups yet.');
    expect(rows.getAttribute('aria-busy')).toBe('false');
  });

  test('going back leads to the page that the group was left on, and to the group', async () => {
    answer = ({ filter, page }) =>
      filter ? pageOf([group('c')]) : pageOf([group('first'), group(`p${page}`, { hasChildren: true })], 250);
    open();
    await screen.findByRole('radio', { name: /Group p1/ });
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show child groups of Group p3' }));
    await screen.findByRole('radio', { name: /Group c/ });
    expect(asked.at(-1)?.body).toMatchObject({ filter: {}, page: 1 });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    const left = await screen.findByRole('radio', { name: /Group p3/ });
    await waitFor(() => expect(document.activeElement).toBe(left));
  });

  test('a hundred rows a page', async () => {
    answer = ({ page }) => pageOf([group(`p${page}`)], 250);
    open();
    await screen.findByRole('radio', { name: /Group p1/ });
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
    await screen.findByRole('radio', { name: /Group p3/ });
    expect(asked.at(-1)?.body.page).toBe(3);
  });
});

describe('the add-users dialog', () => {
  const user = (name: string) => ({ uuid: name, userId: name, familyName: '', givenName: name, status: 'active' });

  test('asks for 50 by user id; OK once one is ticked; ticked ones outlive the search', async () => {
    answer = ({ condition }) => ({
      results: (condition as { keyword?: string }).keyword ? [user('zoe')] : [user('ann'), user('bob')],
      totalResults: 2,
      itemsPerPage: 50,
    });
    const onOk = vi.fn();
    show(<AddUsersDialog title="Add" okLabel="OK" notIn="g1" onOk={onOk} onCancel={vi.fn()} />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select bob' }));
    expect(asked[0]?.body).toEqual({
      condition: { group: { uuid: 'g1', included: false } },
      sort: 'userId',
      order: 'ascending',
      count: 50,
    });
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, 'z&{Enter}', AT_ONCE);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select zoe' }));
    expect(asked.at(-1)?.body.condition).toMatchObject({ keyword: 'z\\&' });
    // Enter in the search box searched, and pressed nothing else.
    expect(onOk).not.toHaveBeenCalled();
    expect(screen.getByText('2 selected')).toBeTruthy();
    await userEvent.click(ok());
    expect(onOk.mock.calls[0]?.[0].map(({ userId }: { userId: string }) => userId)).toEqual(['bob', 'zoe']);
  });

  test('a failed list says so, and nothing can be added', async () => {
    answer = () => {
      throw apiError(503, [{ message_id: 'service_unavailable', message: '' }], 'r');
    };
    show(<AddUsersDialog title="Add" okLabel="OK" onOk={vi.fn()} onCancel={vi.fn()} />);
    await screen.findByText('Couldn’t load users');
    expect(ok().disabled).toBe(true);
  });
});

describe('the add-devices dialog', () => {
  const device = (deviceId: string) => ({
    uuid: deviceId,
    deviceId,
    serialId: 'S',
    deviceType: 'PowerMeter',
    description: '',
  });

  test('asks for 50 devices that are not in the group, by what is typed as it is, and gives those ticked', async () => {
    answer = ({ condition }) => ({
      results: (condition as { keyword?: string }).keyword ? [device('roof')] : [device('lobby'), device('roof')],
      totalResults: 2,
      itemsPerPage: 50,
    });
    const onOk = vi.fn();
    show(<AddDevicesDialog title="Add" okLabel="OK" notIn="g1" onOk={onOk} onCancel={vi.fn()} />);
    await screen.findByRole('checkbox', { name: 'Select roof' });
    await userEvent.type(screen.getByRole('searchbox'), 'a\\*{Enter}', AT_ONCE);
    // Rows of the search before cannot be ticked any more.
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select lobby' })).toBeNull());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select roof' }));
    expect(asked.at(-1)?.path).toBe('/api/device/tenants/{tenantId}/operations/search/devices');
    // Devices are searched without escapes.
    expect(asked.at(-1)?.body).toEqual({
      condition: { keyword: 'a\\*', group: { uuid: 'g1', included: false } },
      sort: 'deviceId',
      order: 'ascending',
      count: 50,
    });
    await userEvent.click(ok());
    expect(onOk.mock.calls[0]?.[0]).toEqual([device('roof')]);
  });

  test('when every device is in the group, it says so', async () => {
    answer = () => ({ results: [], totalResults: 0, itemsPerPage: 50 });
    show(<AddDevicesDialog title="Add" okLabel="OK" notIn="g1" onOk={vi.fn()} onCancel={vi.fn()} />);
    await screen.findByText('All devices are already in this group.');
    expect(ok().disabled).toBe(true);
  });
});
