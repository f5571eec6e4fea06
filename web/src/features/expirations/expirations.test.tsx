import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import expirations from '#messages/en/expirations.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import samlIdp from '#messages/en/samlIdp.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import type { OwnKey } from '#contract/site/own-keys.ts';
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { ExpirationList } from './ExpirationList.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const page = { path: '/portal/certificates', component: ExpirationList };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const open = (
  results: object[],
  failing: object[] = [],
  keys: OwnKey[] = [],
  more: Parameters<typeof serve>[0] = {},
) => {
  serve({
    'GET /expirations': () => ({ results, failing, totalResults: results.length, itemsPerPage: results.length }),
    'GET /samlKeys': () => ({ results: keys }),
    ...more,
  });
  openPage(page, '/portal/certificates', { expirations, samlIdp, common, ui });
};

test('each date with its state, what is due, and the way to where it is done', async () => {
  const one = { displayName: 'Company', replaced: false };
  open([
    { ...one, kind: 'samlConnection', id: 'Entra', expiresAt: inDays(-1) },
    { ...one, kind: 'emailDomain', id: 'acme.example', displayName: 'acme.example', expiresAt: inDays(3) },
    { ...one, kind: 'oauthSecret', id: 't.chat', displayName: 'Chat', expiresAt: inDays(4), replaced: true },
    { ...one, kind: 'samlApp', id: 'sp', displayName: 'Wiki', expiresAt: inDays(31) },
    { ...one, kind: 'samlSigning', id: 'kid', displayName: '', expiresAt: inDays(900) },
  ]);
  await screen.findByRole('link', { name: 'Company' });
  const rows = screen.getAllByRole('row').slice(1);
  const told = rows.map((row) => [
    within(row).getByRole('link').getAttribute('href'),
    ...['expired', 'soon', 'replaced', 'valid'].filter((state) =>
      within(row).queryByText(expirations[`state_${state}` as 'state_soon']),
    ),
  ]);
  expect(told).toEqual([
    ['/portal/tenant/saml-settings/Entra?tab=certificates', 'expired'],
    ['/portal/email-domains/acme.example', 'soon'],
    ['/portal/oauth-apps/t.chat', 'replaced'],
    ['/portal/tenant/saml-idp-settings/sp?tab=certificates', 'valid'],
    ['/portal/certificates#own-keys', 'valid'],
  ]);
  within(rows[2] as HTMLElement).getByText(expirations.after_oauthSecret);
  within(rows[4] as HTMLElement).getByText(expirations.own);
});

test('a connection that fails is shown above, with the way to its sign-ins', async () => {
  open([], [{ type: 'saml', id: 'Entra', displayName: 'Company', failures: 5, lastAt: inDays(0) }]);
  await screen.findByText('The last 5 sign-ins with Company failed.');
  const link = screen.getByRole('link', { name: expirations.showSignIns });
  expect(link.getAttribute('href')).toBe('/portal/tenant/saml-settings/Entra?tab=answers');
  await screen.findByText(expirations.emptyTitle);
});

const certificate = (certificationId: string, state: 'current' | 'next' | 'retired', startsAt: string) => ({
  ...{ certificationId, state, active: state === 'current', fingerprint: certificationId.repeat(8), startsAt },
  ...{ expiresAt: inDays(900), keptUntil: state === 'retired' ? inDays(300) : null, pem: 'PEM' },
});
const partner = (displayName: string, known: object) => ({
  ...{ kind: 'samlConnection' as const, id: displayName, displayName },
  ...{ metadataReadAt: null, encryptedFor: null, encryptedAt: null, ...known },
});
const keys: OwnKey[] = [
  {
    ...{ use: 'requests', nextReadAt: null },
    certifications: [certificate('aaaa', 'current', inDays(-90)), certificate('bbbb', 'next', inDays(-9))],
    partners: [
      partner('Entra', { metadataReadAt: inDays(-3) }),
      partner('Okta', { metadataReadAt: inDays(-30) }),
      partner('Keycloak', {}),
    ],
  },
  {
    ...{ use: 'encryption', nextReadAt: null },
    certifications: [certificate('cccc', 'current', inDays(-90)), certificate('dddd', 'retired', inDays(-200))],
    partners: [
      partner('Adfs', { encryptedFor: 'cccc', encryptedAt: inDays(-1) }),
      partner('Ping', { encryptedFor: 'dddd', encryptedAt: inDays(-2) }),
      partner('Plain', {}),
    ],
  },
];

test('our own keys tell which partners are known to have the next certificate', async () => {
  open([], [], keys);
  await screen.findByText(expirations.keysTitle);
  const states = [
    'loaded',
    'loadedBefore',
    'notLoaded',
    'encryptsForCurrent',
    'encryptsForOld',
    'notEncrypting',
  ] as const;
  const told = keys
    .flatMap(({ partners }) => partners)
    .map(({ displayName }, at) => {
      const row = screen.getByRole('link', { name: displayName }).closest('li') as HTMLElement;
      within(row).getByText(expirations[`partner_${states[at] as 'loaded'}`]);
      return displayName;
    });
  expect(told).toEqual(['Entra', 'Okta', 'Keycloak', 'Adfs', 'Ping', 'Plain']);
  // Whoever asked at its address: that the provider took the certificate over is not known.
  screen.getByText('Metadata with the next certificate loaded');
  screen.getByText('Earlier metadata loaded');
});

test('a key is switched from the certificate that the page shows, and only others are withdrawn', async () => {
  open([], [], keys, { 'POST /switch': () => ({ certifications: [] }) });
  const card = await screen.findByRole('region', { name: expirations.key_encryption });
  fireEvent.click(within(card).getByRole('button', { name: samlIdp.switch }));
  const dialog = await screen.findByRole('dialog', { name: samlIdp.switchTitle });
  within(dialog).getByText(expirations.switchEncryptionEffect);
  fireEvent.click(within(dialog).getByRole('button', { name: samlIdp.switch }));
  await screen.findByText(expirations.switchedEncryption);
  expect(changes).toEqual([
    {
      method: 'POST',
      path: '/api/auth/tenants/{tenantId}/samlSp/keys/{use}/operations/switch',
      body: { current: 'cccc' },
    },
  ]);
  // The one in use stays.
  const words = samlIdp.withdrawOne.replace('{{fingerprint}}', 'dddddddd');
  expect(within(card).getAllByRole('button', { name: /Withdraw/ })).toEqual([
    within(card).getByRole('button', { name: words }),
  ]);
});
