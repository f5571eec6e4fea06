import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import ConnectionSetupPage from './ConnectionSetupPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

const ours = {
  entityId: 'https://p.example/metadata',
  acsUrl: 'https://p.example/acs',
  metadataUrl: 'https://p.example/m',
};
const setup = {
  ...{
    type: 'saml',
    tenantName: 'Sakura',
    displayName: 'Company',
    expiresAt: '2026-12-01T00:00:00Z',
    openid: null,
    lastTest: null,
  },
  saml: { ours, given: null },
};
const given = { entityId: 'https://idp.example/entity', ssoUrl: 'https://idp.example/sso', certificates: 1 };
const over = () => {
  throw apiError(410, [{ message_id: 'revoked_or_expired', message: '' }], 'r');
};
const guest = {
  language: 'en',
  product: 'Portico',
  t: (key: string, { tenant }: { tenant?: string } = {}) => (tenant ? `${key} ${tenant}` : key),
  data: {},
};
const load = (hash = '') => {
  history.replaceState(null, '', `/portal/connection-setup.html${hash}`);
  return render(
    <GuestProvider guest={guest}>
      <ConnectionSetupPage />
    </GuestProvider>,
  ).container;
};

beforeEach(() => serve({}));
afterEach(cleanup);

test('the link is opened by a press, leaves the address, and the values are saved and handed over', async () => {
  serve({
    'POST /open': () => setup,
    'PUT /saml': () => ({ ...setup, saml: { ours, given } }),
    'POST /complete': () => undefined,
  });
  const container = load('#link=demo.secret');
  fireEvent.click(await screen.findByText('guest.continue'));
  await screen.findByText(ours.acsUrl);
  screen.getByText('connectionSetup.lead Sakura');
  expect(location.hash).toBe('');
  expect(screen.queryByText('connectionSetup.test')).toBeNull();
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^connectionSetup\.entityId/, given.entityId);
  type(/^connectionSetup\.ssoUrl/, 'http://idp.example/sso');
  type(/^connectionSetup\.certificate/, 'MIID');
  fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  await screen.findByText('connectionSetup.ssoUrlWrong');
  type(/^connectionSetup\.ssoUrl/, given.ssoUrl);
  fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  await screen.findByText('connectionSetup.saved');
  expect(changes.at(-1)?.body).toEqual({ entityId: given.entityId, ssoUrl: given.ssoUrl, certifications: ['MIID'] });
  screen.getByText('connectionSetup.test');
  fireEvent.click(screen.getByText('connectionSetup.complete'));
  await screen.findByText('connectionSetup.doneTitle');
});

test('metadata fills in the values and the certificates', async () => {
  const read = {
    ...given,
    leftOut: 0,
    certifications: [{ subject: 'CN=idp', fingerprint: 'f', expiresAt: '2030-01-01T00:00:00Z', certification: 'PEM' }],
  };
  serve({ 'GET /connectionSetup': () => setup, 'POST /metadata': () => read, 'PUT /saml': () => setup });
  const container = load();
  const file = new File(['<x/>'], 'idp.xml', { type: 'application/xml' });
  fireEvent.change(await screen.findByLabelText(/^connectionSetup\.metadata/), { target: { files: [file] } });
  await screen.findByText(/CN=idp/);
  fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  await waitFor(() =>
    expect(changes.at(-1)?.body).toEqual({ entityId: given.entityId, ssoUrl: given.ssoUrl, certifications: ['PEM'] }),
  );
});

test('a link that does not work, and a browser without one, are told alike; opened again it goes on', async () => {
  serve({ 'POST /open': over, 'GET /connectionSetup': over });
  load('#link=demo.spent');
  fireEvent.click(await screen.findByText('guest.continue'));
  await screen.findByText('connectionSetup.overTitle');
  cleanup();
  load();
  await screen.findByText('connectionSetup.overTitle');
  cleanup();
  serve({ 'POST /open': over, 'GET /connectionSetup': () => setup });
  load('#link=demo.spent');
  fireEvent.click(await screen.findByText('guest.continue'));
  await screen.findByText(ours.acsUrl);
});

test('back from a test, it says how that ended', async () => {
  const lastTest = { at: '2026-11-26T00:00:00Z', cause: 'audience', detail: { found: 'urn:x' }, requestId: 'req-1' };
  serve({ 'GET /connectionSetup': () => ({ ...setup, saml: { ours, given }, lastTest }) });
  load('#purpose=test&federationError=sp_setting_incorrect');
  await screen.findByText('samlFailures.audience');
  screen.getByText('urn:x');
  screen.getByText('req-1');
});
