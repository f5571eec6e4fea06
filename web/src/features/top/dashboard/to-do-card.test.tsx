import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import top from '#messages/en/top.json' with { type: 'json' };
import type { Source } from '../../../base/provisioning/sources.ts';
import { openPage } from '../../../../test/page.tsx';
import { ToDoCard } from './ToDoCard.tsx';
import type { ToDo } from './use-to-do.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

const none = { total: 0, isEstimate: false };
const nothing: ToDo = {
  ...{ registering: none, undelivered: none, locked: none, licenses: [], jobs: [], appRequests: 0 },
  ...{ expirations: [], failing: [], sources: [] },
  ...{ withoutMfa: { ...none, more: {} }, expiring: { ...none, age: 0 } },
};

function show(toDo: Partial<ToDo>, permissions: Me['permissions'] = ['users:read', 'users:write']) {
  const known = { toDo: { ...nothing, ...toDo }, isLoading: false, retry: undefined };
  const component = () => <ToDoCard me={{ permissions } as Me} known={known} />;
  const pages = ['/portal/users', '/portal/registration/mails'].map((path) => ({
    path,
    component: () => <p>{path}</p>,
  }));
  return openPage({ path: '/portal/top.html', component }, '/portal/top.html', { top }, pages);
}

const links = async () =>
  (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);

test('who is not registered and whose invitation was not delivered, each with its act', async () => {
  const { address } = show({
    registering: { total: 3, isEstimate: false },
    undelivered: { total: 1, isEstimate: false },
  });
  expect(await links()).toEqual([
    [top['toDo.invite'], '/portal/users?status=registering'],
    [top['toDo.showInvitations'], '/portal/registration/mails?state=undelivered'],
  ]);
  within(screen.getByRole('list')).getByText('1 invitation may not have arrived');
  fireEvent.click(screen.getByRole('link', { name: top['toDo.showInvitations'] }));
  await screen.findByText('/portal/registration/mails');
  expect(address()).toBe('/portal/registration/mails?state=undelivered');
});

test('what keeps users from signing in comes first: what fails, then what expires, many in one line', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const due = {
    kind: 'samlConnection',
    id: 'Entra',
    displayName: 'Company',
    expiresAt: soon,
    replaced: false,
  } as const;
  const failing = { type: 'openid', id: 'acme', displayName: 'Acme', failures: 4, lastAt: soon } as const;
  const past = {
    ...due,
    kind: 'samlSigning',
    id: 'k',
    displayName: '',
    expiresAt: '2026-01-01T00:00:00.000Z',
  } as const;
  show({ registering: { total: 3, isEstimate: false }, failing: [failing], expirations: [past, due] });
  expect(await links()).toEqual([
    [top['toDo.showSignIns'], '/portal/openid-providers/acme?tab=answers'],
    [top['toDo.renewCertificate'], '/portal/certificates#own-keys'],
    [top['toDo.renewCertificate'], '/portal/tenant/saml-settings/Entra?tab=certificates'],
    [top['toDo.invite'], '/portal/users?status=registering'],
  ]);
  screen.getByText('The last 4 sign-ins with Acme failed');
  screen.getByText(top['toDo.expired_samlSigning']);
  screen.getByText(/^The certificate of Company expires on /);
  cleanup();
  show({ expirations: Array.from({ length: 4 }, (_, at) => ({ ...due, id: `c${at}` })) });
  expect(await links()).toEqual([[top['toDo.showCertificates'], '/portal/certificates']]);
});

test('only with the right to write does the list begin with the invitation', async () => {
  const wished = async (permissions: Me['permissions'], act: string) => {
    const { queryClient } = show({ registering: { total: 3, isEstimate: false } }, permissions);
    fireEvent.click(await screen.findByRole('link', { name: act }));
    await screen.findByText('/portal/users');
    const wish = queryClient.getQueryData(['wish-on-arrival']);
    cleanup();
    return wish;
  };
  expect(await wished(['users:read', 'users:write'], top['toDo.invite'])).toBe('invite');
  expect(await wished(['users:read'], top['toDo.showUsers'])).toBeUndefined();
});

test('a source that holds users back leads to them, and one without a token to its tokens', async () => {
  const source = { uuid: 'a', displayName: 'Entra', quarantined: 1200, activeTokens: 1 } as Source;
  show({ sources: [source, { ...source, uuid: 'b', displayName: 'Okta', quarantined: 0, activeTokens: 0 }] });
  expect(await links()).toEqual([
    [top['toDo.openJob'], '/portal/provisioning/a?tab=quarantine'],
    [top['toDo.showTokens'], '/portal/provisioning/b?tab=tokens'],
  ]);
  screen.getByText('Entra asked to remove 1,200 users');
  screen.getByText('Okta has no valid token');
});
