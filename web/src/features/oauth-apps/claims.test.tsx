import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import oauthApps from '#messages/en/oauthApps.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { AppPage } from './detail/AppPage.tsx';
import { readAppPageSearch } from './detail/page-search.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const texts = { common, logs, oauthApps, ui };
const page = { path: '/portal/oauth-apps/$clientId', component: AppPage, validateSearch: readAppPageSearch };
const wiki = {
  ...{ clientId: 'demo.wiki', name: 'Wiki', homepageUri: null, applicationType: 'web', disabled: false },
  ...{ tokenEndpointAuthMethod: 'none', grantTypes: ['authorization_code'], redirectUris: ['https://wiki.example/cb'] },
  ...{
    postLogoutRedirectUris: [],
    scopes: ['openid'],
    pkce: 'required',
    requiresMfa: false,
    dpopBound: false,
    idTokenSignedResponseAlg: 'RS256',
    backchannelLogoutUri: null,
  },
  ...{ frontchannelLogoutUri: null, serviceClass: null, firstParty: false, previousSecretUntil: null },
  ...{
    access: 'everyone',
    claims: [],
    jwks: [],
    jwksUri: null,
    apis: [],
    createdAt: '2026-04-01T00:00:00Z',
    updatedAt: '2026-04-02T00:00:00Z',
  },
};
const values = { groupIds: ['berlin'], department: 'Sales', roles: ['User'] };

test('a claim is added, shown for a user before it is saved, and saved with the whole app', async () => {
  let now = wiki;
  serve({
    'GET /claimExample': () => ({ values, userinfo: 'https://p.example/u', introspection: 'https://p.example/i' }),
    'GET /{clientId}': () => now,
    'PUT /{clientId}': ({ body: { expected: _, ...given } }) => {
      now = { ...now, ...given };
      return now;
    },
  });
  openPage(page, '/portal/oauth-apps/demo.wiki?tab=claims', texts);
  fireEvent.click(await screen.findByRole('button', { name: oauthApps.addClaim }));
  const name = await screen.findByLabelText(new RegExp(`^${oauthApps.claimName}`));
  // Without a name it is no claim, so the example has none.
  expect((await screen.findAllByText('{}')).length).toBe(3);
  // Nothing is marked before it was left, so nothing says so.
  expect(document.querySelector('[aria-invalid="true"]')).toBe(null);
  screen.getByText(ui.completeFirst);
  expect(screen.queryByText(ui.correctFirst)).toBe(null);
  const save = () => screen.findByRole<HTMLButtonElement>('button', { name: common.save });
  for (const [typed, said] of [
    ['sub', oauthApps.claim_reserved],
    ['1st', oauthApps.claim_form],
  ] as const) {
    fireEvent.change(name, { target: { value: typed } });
    await screen.findByText(said);
    screen.getByText(ui.correctFirst);
    expect((await save()).disabled).toBe(true);
  }
  fireEvent.change(name, { target: { value: 'groups' } });
  expect((await screen.findAllByText(/"groups": \[\s+"berlin"\s+\]/)).length).toBe(2);
  fireEvent.click(await save());
  await screen.findByText(oauthApps.saved.replace('{{name}}', 'Wiki'));
  const claims = [{ name: 'groups', source: 'groupIds', places: ['idToken', 'userinfo'] }];
  expect(changes[0]?.body).toMatchObject({ claims, expected: { claims: [] } });
});
