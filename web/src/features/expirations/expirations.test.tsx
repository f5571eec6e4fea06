import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import expirations from '#messages/en/expirations.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { ExpirationList } from './ExpirationList.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const page = { path: '/portal/certificates', component: ExpirationList };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const open = (results: object[], failing: object[] = []) => {
  serve({
    'GET /expirations': () => ({ results, failing, totalResults: results.length, itemsPerPage: results.length }),
  });
  openPage(page, '/portal/certificates', { expirations, common, ui });
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
    ['/portal/tenant/saml-idp-settings', 'valid'],
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
