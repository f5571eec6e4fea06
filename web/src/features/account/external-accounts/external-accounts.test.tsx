import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { ExternalAccounts } from './ExternalAccounts.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const acme = { type: 'oidc', id: 'acme', displayName: 'Acme' };
const entra = { type: 'office365', id: 'entra', displayName: 'Entra' };
const saml = { type: 'saml', id: 'acme', displayName: 'ADFS' };
const cybozu = { type: 'cybozu', id: 'cybozu', displayName: 'cybozu' };
const linkedAcme = { uuid: 'a', type: 'oidc', opId: 'acme', displayName: 'Acme', createdAt: '2026-11-01T00:00:00Z' };
const ADDRESS = '/account/external';

function open(accounts: object[], offered: object[], more: Parameters<typeof serve>[0] = {}, hash = '') {
  serve({
    'GET /externalAccounts': () => ({ results: accounts }),
    'GET /identityProviders': () => ({ results: offered }),
    ...more,
  });
  return openPage({ path: ADDRESS, component: ExternalAccounts }, ADDRESS + hash, {});
}

test('offers the providers at which none is linked, and leaves for one', async () => {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
  open([linkedAcme], [acme, entra, saml, cybozu], {
    'POST /rp/connect': () => ({ url: 'https://entra.example/authorize' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Link Entra' }));
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('https://entra.example/authorize'));
  expect(changes).toEqual([{ method: 'POST', path: '/api/auth/oidc/rp/connect', body: { opId: 'entra' } }]);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Unlink Acme',
    'Link Entra',
    // An OpenID provider of the same ID is another one.
    'Link ADFS',
    'Link cybozu',
  ]);
});

test('leaves for a SAML identity provider, and says how it went', async () => {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
  open([], [saml], { 'POST /sp/connect': () => ({ url: 'https://adfs.example/sso' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Link ADFS' }));
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('https://adfs.example/sso'));
  expect(changes).toEqual([{ method: 'POST', path: '/api/auth/saml/sp/connect', body: { samlId: 'acme' } }]);
  cleanup();
  const linked = { ...linkedAcme, type: 'saml', displayName: 'ADFS' };
  open([linkedAcme, linked], [], {}, '#provider=acme&purpose=connect&type=saml');
  await screen.findByText(/^Your ADFS account is linked/);
});

test('where nothing is linked and nothing offered, the page says so', async () => {
  open([], []);
  await screen.findByText('No linked accounts');
  cleanup();
  open([], [acme]);
  await screen.findByRole('button', { name: 'Link Acme' });
  expect(screen.queryByText('No linked accounts')).toBeNull();
});

test('a provider that is out of reach is said in the alert', async () => {
  const refusal = apiError(400, [{ message_id: 'rp_setting_invalid', message: '' }], 'r');
  open([], [acme], { 'POST /rp/connect': () => Promise.reject(refusal) });
  fireEvent.click(await screen.findByRole('button', { name: 'Link Acme' }));
  await screen.findByText(/settings aren’t right/);
});

test.each([
  ['provider=acme&purpose=connect', 'Your Acme account is linked. You can now sign in here with it.'],
  ['provider=acme&federationError=op_access_denied&purpose=connect', /denied the sign-in/],
  ['provider=acme&federationError=other_idp_account_federated&purpose=connect', /linked to another user/],
  ['provider=acme&federationError=%3Cb%3E&purpose=connect', /unknown error/i],
])('coming back with %s, it says how it went, and the address forgets it', async (fragment, words) => {
  const { address } = open([linkedAcme], [acme], {}, `#tenantId=demo&${fragment}`);
  await screen.findByText(words);
  await waitFor(() => expect(address()).toBe(ADDRESS));
});

test('what is not linked is not said to be', async () => {
  const { address } = open([linkedAcme], [acme, entra], {}, '#tenantId=demo&provider=entra&purpose=connect');
  await waitFor(() => expect(address()).toBe(ADDRESS));
  await screen.findByRole('button', { name: 'Link Entra' });
  expect(screen.queryByText(/is linked/)).toBeNull();
});
