import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import permissions from '#messages/en/permissions.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { meQuery } from '../../base/session-queries.ts';
import { PermissionScreen } from './PermissionScreen.tsx';
import { type PermissionSearch, readSearch } from './search.ts';

type Sent = { path: string; body?: Record<string, unknown> };

/** A server of two pages of users, and one licence of ten seats. */
const server = vi.hoisted(() => {
  const fresh = () => ({
    sent: [] as { path: string; body?: Record<string, unknown> }[],
    revision: 1,
    used: 2,
    /** What others saved, the latest first. */
    told: [] as unknown[],
    permitted: new Set(['a', 'd']),
    /** How many a search finds. */
    found: 200,
  });
  return { fresh, now: fresh() };
});

const pages = [
  ['a', 'b'],
  ['c', 'd'],
];

vi.mock('../../api/call.ts', () => {
  const license = () => ({
    licenseId: 'one',
    contractId: 'c',
    serviceName: 'Print Flow',
    serviceClass: 'print-flow',
    usedVolume: server.now.used,
    overUsedSince: null,
    volume: 10,
    volumeType: 'user',
    availableRoles: null,
    availableDeviceTypes: null,
    status: 'activated',
    startsAt: '2026-01-01T00:00:00Z',
    expiresAt: null,
    contractSystemExtension: { ratePlanName: 'p', subscriptionRegionalId: '' },
  });
  const rows = (page: number) =>
    (pages[page - 1] ?? []).map((userId) => ({
      user: { userId, familyName: '', givenName: '', roles: ['User'] },
      permissions: [{ licenseId: 'one', permitted: server.now.permitted.has(userId), allowed: true }],
    }));
  const answers: Record<string, (body: { page?: number; condition?: object }) => unknown> = {
    '/licenses': () => ({ results: [license()] }),
    '/availableVolumeTypes': () => ({ results: ['user', 'device'] }),
    '/permissionChanges': () => ({ revision: server.now.revision, results: server.now.told }),
    '/search/userPermissions': ({ page = 1, condition = {} }) => ({
      totalResults: 'keyword' in condition ? server.now.found : 200,
      rules: [
        {
          licenseId: 'one',
          allUsers: false,
          deviceTypes: [],
          exceptions: 0,
          singles: 0,
          revision: server.now.revision,
        },
      ],
      results: rows(page),
    }),
    '/count/userPermissions': () => ({ matching: 12, allowed: 12, permitted: 2 }),
    '/userPermissions': () => ({ license: license(), changed: 1 }),
    '/allUserPermissions': () => ({ license: license(), changed: 2 }),
  };
  return {
    call: async ({ path, body }: Sent) => {
      if (path.includes('/availableServices/')) server.now.sent.push({ path, ...(body ? { body } : {}) });
      const end = Object.keys(answers).find((one) => path.endsWith(one)) ?? '';
      return answers[end]?.(body ?? {});
    },
  };
});

beforeEach(() => {
  server.now = server.fresh();
});
afterEach(cleanup);

const PATH = '/permissions';

function Screen() {
  const navigate = useNavigate();
  const search: PermissionSearch = readSearch('user', route.useSearch());
  return (
    <PermissionScreen
      type="user"
      search={search}
      go={(next, replace) => void navigate({ to: PATH, search: next, replace } as never)}
    />
  );
}

const root = createRootRoute();
const route = createRoute({
  getParentRoute: () => root,
  path: PATH,
  validateSearch: (search): PermissionSearch => readSearch('user', search),
  component: Screen,
});

async function open(search: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const me = { tenantId: 'demo', permissions: ['licenses:read', 'licenses:write'] };
  queryClient.setQueryData(meQuery.queryKey, me as never);
  const history = createMemoryHistory({ initialEntries: [`${PATH}${search}`] });
  const router = createRouter({ routeTree: root.addChildren([route]), history });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { permissions },
  );
  await screen.findByText(/^Print Flow for a: /);
  // Not waited for by React's `act`: it ends when the question is answered.
  const navigate = (next: PermissionSearch) => router.navigate({ to: PATH, search: next } as never);
  return { queryClient, navigate, address: () => history.location.href };
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const cell = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Print Flow for ${name}` });
const setting = () => press('Setting: Print Flow');
const isEditing = () => screen.queryByRole('region', { name: 'Setting Print Flow' }) !== null;

/** "Deselect all" and its confirmation. */
async function untickAll() {
  await press(/^Deselect all \(/);
  await screen.findByText('2 users lose the license.');
  await press('Deselect all');
}

const changes = (text: string) => screen.findByRole('button', { name: text });

test('a search keeps pending changes: they are listed, reverted one by one, and saved together', async () => {
  const { navigate, address } = await open('');
  await setting();
  fireEvent.click(await cell('b'));
  await navigate({ keyword: 'anna', page: 2 });
  fireEvent.click(await cell('c'));
  fireEvent.click(await cell('d'));
  expect(address()).toBe(`${PATH}?keyword=anna&page=2`);
  fireEvent.click(await changes('3 changes'));
  const dialog = await screen.findByRole('dialog', { name: '3 changes' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['bAssign', 'cAssign', 'dRemove']);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo the change for c' }));
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  expect((await cell('c')).checked).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await press('Save');
  await waitFor(() => expect(server.now.sent).toHaveLength(1));
  expect(server.now.sent[0]?.path).toMatch(/\/userPermissions$/);
  expect(server.now.sent[0]?.body).toMatchObject({
    permissions: [
      { userId: 'b', permitted: true },
      { userId: 'd', permitted: false },
    ],
    expectedRevision: 1,
  });
});

test('all that a search finds are changes like others, and stay with another search', async () => {
  server.now.found = 4;
  const { navigate } = await open('?keyword=anna');
  await setting();
  await untickAll();
  await changes('2 changes');
  await navigate({ keyword: 'hanna' });
  await changes('2 changes');
  await press('Save');
  await waitFor(() => expect(server.now.sent).toHaveLength(1));
  expect(server.now.sent[0]?.body).toMatchObject({
    permissions: [
      { userId: 'a', permitted: false },
      { userId: 'd', permitted: false },
    ],
  });
});

test('without a search all are a rule, whatever is searched afterwards', async () => {
  const { navigate } = await open('');
  await setting();
  await untickAll();
  await navigate({ keyword: 'anna' });
  await changes('2 changes');
  await press('Save');
  await waitFor(() => expect(server.now.sent[0]?.path).toMatch(/\/allUserPermissions$/));
});

test('a search that finds too many in edit mode says so and keeps the rows; none can be ticked at once', async () => {
  server.now.found = 1001;
  const { navigate } = await open('');
  await setting();
  await navigate({ page: 2 });
  fireEvent.click(await cell('c'));
  await navigate({ keyword: 'a' });
  await screen.findByText(/^More than 1,000 users match/);
  expect((await cell('c')).checked).toBe(true);
  expect((await button(/^Select all \(/)).disabled).toBe(true);
  expect(isEditing()).toBe(true);
  server.now.found = 4;
  await navigate({ keyword: 'an' });
  await cell('a');
  expect(screen.queryByText(/^More than 1,000 users match/)).toBeNull();
  await changes('1 change');
});

test('selecting other licenses asks before leaving pending changes', async () => {
  const { navigate, address } = await open('?keyword=anna');
  await setting();
  fireEvent.click(await cell('b'));
  void navigate({ keyword: 'anna', apps: 2 });
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([address(), isEditing()]).toEqual([`${PATH}?keyword=anna`, true]);
  void navigate({ contractId: 'c' });
  await press('Leave');
  await waitFor(() => expect(isEditing()).toBe(false));
  expect(server.now.sent).toEqual([]);
});

test('where seats are missing Save cannot be pressed, and says why', async () => {
  server.now.used = 10;
  await open('');
  await setting();
  fireEvent.click(await cell('b'));
  await screen.findByText(/^You need 1 more seat\./);
  const save = await button('Save');
  expect([save.disabled, document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    true,
    expect.stringMatching(/^You need 1 more seat\./),
  ]);
  fireEvent.click(await cell('a'));
  await screen.findByText('0 seats left');
  expect((await button('Save')).disabled).toBe(false);
});

test('saving also renews licenses, reasons and the seats on the top page', async () => {
  const { queryClient } = await open('');
  const keys = [
    ['users', 'licenses', 'demo', 'a', 'en'],
    ['licenses', 'demo', 'one', 'one'],
    ['top', 'demo', 'licenses'],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  queryClient.setQueryData(['top', 'demo', 'signIns'], {});
  await setting();
  fireEvent.click(await cell('b'));
  await press('Save');
  await screen.findByText('Print Flow licenses saved.');
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  expect(queryClient.getQueryState(['top', 'demo', 'signIns'])?.isInvalidated).toBe(false);
});

test('a rule that another administrator set neither adds changes nor reports missing seats', async () => {
  const { navigate } = await open('');
  await setting();
  fireEvent.click(await cell('b'));
  await navigate({ page: 2 });
  fireEvent.click(await cell('c'));
  fireEvent.click(await cell('d'));
  await screen.findByText('3 changes');

  // All but d: the seats are full.
  const rule = { at: '2026-01-02T00:00:00Z', operator: null, isRule: true, count: 0, permitted: [], taken: [] };
  Object.assign(server.now, { revision: 2, used: 10, told: [rule], permitted: new Set(['a', 'b', 'c']) });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText(/set a rule for all of Print Flow/);
  // c has it, d is without it; b is on the other page, and nobody knows.
  await screen.findByText('1 change');
  await screen.findByText(/^1 change is on another page/);
  expect(screen.queryByText(/You need \d+ more seats?\./)).toBeNull();
  // Seen, it is none any more.
  await navigate({});
  await screen.findByText('No changes yet');
  expect([(await cell('b')).checked, screen.queryByText(/on another page/)]).toEqual([true, null]);
  expect((await button('Save')).disabled).toBe(true);
});
