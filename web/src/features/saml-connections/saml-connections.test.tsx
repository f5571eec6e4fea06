import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import failures from '#messages/en/samlFailures.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import openid from '#messages/en/openid.json' with { type: 'json' };
import saml from '#messages/en/saml.json' with { type: 'json' };
import words from '#messages/en/samlConnections.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { ConnectionPage } from './detail/ConnectionPage.tsx';
import { readConnectionPageSearch } from './detail/page-search.ts';
import { expiryState } from '../../base/expirations/state.ts';
import { ConnectionList } from './list/ConnectionList.tsx';
import type { Connection, Trace } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(() => {
  cleanup();
  window.location.hash = '';
});
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, errors, logs, openid, saml, samlConnections: words, samlFailures: failures, ui };

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const certificate = (id: string, days: number) => ({
  ...{ certificationId: id, subject: `CN=${id}`, fingerprint: id.repeat(8) },
  ...{ startsAt: '2026-01-01T00:00:00Z', expiresAt: inDays(days) },
});
const adfs: Connection = {
  ...{ samlId: 'adfs', uuid: '01a0', displayName: 'ADFS', entityId: 'https://adfs.example', trustedOrigin: null },
  ...{
    sloUrl: null,
    signRequests: false,
    acceptsCbc: false,
    metadataUrl: null,
    idpInitiated: false,
    ssoUrl: 'https://adfs.example/sso',
    mailAddressAttribute: '',
    familyNameAttribute: '',
    givenNameAttribute: '',
  },
  ...{ enabled: false, jitProvisioning: false, certifications: [certificate('c1', 300)], linkedUsers: 0 },
  ...{ testedAt: null, createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-01T00:00:00Z' },
};
const ours = {
  ...{ entityId: 'https://portico.example/saml/sp/demo/adfs/metadata', metadata: '<md/>' },
  ...{
    sloUrl: 'https://portico.example/slo',
    certificate: 'PEM',
    acsUrl: 'https://portico.example/saml/sp/demo/adfs/acs',
    metadataUrl: 'https://portico.example/m',
  },
};
const trace = (given: Partial<Trace>): Trace => ({
  ...{ id: 'a', at: '2026-04-02T00:00:00Z', purpose: 'test', cause: null, detail: {}, requestId: 'r-1' },
  ...given,
});
const page = {
  path: '/portal/tenant/saml-settings/$samlId',
  component: ConnectionPage,
  validateSearch: readConnectionPageSearch,
};
const list = { path: '/portal/tenant/saml-settings', component: ConnectionList };
const LIST = '/portal/tenant/saml-settings';
const ONE = `${LIST}/adfs`;

function openOne(connection: Connection, traces: Trace[] = [], more: Parameters<typeof serve>[0] = {}, search = '') {
  serve({
    'GET /{samlId}': () => connection,
    'GET /traces': () => ({ results: traces }),
    'GET /samlMetadata.json': () => ours,
    ...more,
  });
  return openPage(page, ONE + search, texts, [list]);
}

async function openDialog(more: Parameters<typeof serve>[0] = {}, known: Connection[] = []) {
  serve({
    'GET /samls': () => ({ results: known }),
    'GET /samlMetadata.json': ({ query }) => ({ ...ours, acsUrl: `https://portico.example/${query.samlId}/acs` }),
    'GET /{samlId}': () => adfs,
    'GET /traces': () => ({ results: [] }),
    ...more,
  });
  const opened = openPage(list, LIST, texts, [page]);
  await screen.findByText(known.length > 0 ? 'ADFS' : words.emptyTitle);
  fireEvent.click(screen.getAllByRole('button', { name: words.add })[0] as HTMLElement);
  const element = await screen.findByRole('dialog', { name: words.add });
  const dialog = within(element);
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }));
  return { ...opened, element, dialog, type, press };
}

test('a connection is added by metadata, after what the provider needs was shown by the server’s own figures', async () => {
  const read = {
    ...{ entityId: 'https://adfs.example', ssoUrl: 'https://adfs.example/sso', leftOut: 2 },
    certifications: [{ ...certificate('c1', 300), certification: 'A PEM' }],
  };
  const { address, element, dialog, type, press } = await openDialog({
    'POST /import': () => read,
    'POST /samls': () => adfs,
  });
  type(common.name, 'Company ADFS');
  press(words.next);
  await dialog.findByDisplayValue('https://portico.example/company-adfs/acs');
  expect(dialog.getByRole('link', { name: words.download }).getAttribute('download')).toBe('company-adfs.xml');
  press(words.next);
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: words.add });
  expect(add.disabled).toBe(true);
  const input = element.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File(['<md:EntityDescriptor/>'], 'metadata.xml', { type: 'application/xml' });
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  await dialog.findByDisplayValue('https://adfs.example/sso');
  dialog.getByText('CN=c1');
  dialog.getByText(/^2 certificates aren’t added/);
  fireEvent.click(add);
  await waitFor(() => expect(address()).toBe(`${LIST}/company-adfs`));
  expect(changes.at(-1)?.body).toEqual({
    ...{ samlId: 'company-adfs', displayName: 'Company ADFS', certifications: ['A PEM'] },
    ...{ entityId: 'https://adfs.example', ssoUrl: 'https://adfs.example/sso' },
  });
});

test.each([
  ['invalid_params', 'entities', words.metadata_entities],
  ['invalid_params', 'validUntil', words.metadata_validUntil],
  ['invalid_params', 'body.metadata', words.metadata_metadata],
  ['certification_expired', undefined, words.metadata_expired],
  ['certification_unregistered', undefined, words.metadata_noCertificate],
] as const)('metadata that is refused (%s, %s) says what it lacks', async (message_id, field, says) => {
  const entry = { message_id, message: '', ...(field && { field }) };
  const { dialog, type, press } = await openDialog({
    'POST /import': () => Promise.reject(apiError(400, [entry], 'r')),
  });
  type(common.name, 'ADFS');
  press(words.next);
  press(words.next);
  type(words.metadataText, '<md:EntityDescriptor>');
  type(words.metadataText, '<md:EntityDescriptor></md:EntityDescriptor>');
  await dialog.findByText(says);
});

test('without metadata the values are entered, and an ID that another administrator took leads back to it', async () => {
  const { dialog, type, press } = await openDialog(
    {
      'POST /samls': () =>
        Promise.reject(apiError(409, [{ message_id: 'duplicated', field: 'samlId', message: '' }], 'r')),
    },
    [adfs],
  );
  type(common.name, 'ADFS');
  const next = dialog.getByRole<HTMLButtonElement>('button', { name: words.next });
  expect(next.disabled).toBe(true);
  type(saml.samlId, 'Adfs.2');
  expect(next.disabled).toBe(false);
  press(words.next);
  press(words.back);
  press(words.next);
  press(words.next);
  type(saml.entityId, 'urn:adfs');
  type(saml.ssoUrl, 'http://adfs.example/sso');
  type(logs.field_certification, 'PEM');
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: words.add });
  expect(add.disabled).toBe(true);
  type(saml.ssoUrl, 'https://adfs.example/sso');
  fireEvent.click(add);
  await dialog.findByText(errors.duplicated);
  dialog.getByDisplayValue('Adfs.2');
});

test('one connection too many says how many there can be', async () => {
  const { dialog, type, press } = await openDialog({
    'POST /samls': () => Promise.reject(apiError(409, [{ message_id: 'conflict', message: '' }], 'r')),
  });
  type(common.name, 'ADFS');
  press(words.next);
  press(words.next);
  type(saml.entityId, 'urn:adfs');
  type(saml.ssoUrl, 'https://adfs.example/sso');
  type(logs.field_certification, 'PEM');
  press(words.add);
  await dialog.findByText(/^There are already 20/);
});

test('the list says which certificate stops sign-ins soon', async () => {
  const connections = [
    { ...adfs, enabled: true, linkedUsers: 12 },
    { ...adfs, samlId: 'b', displayName: 'Soon', certifications: [certificate('c1', 10), certificate('c2', -1)] },
    { ...adfs, samlId: 'c', displayName: 'Gone', certifications: [certificate('c1', -1)] },
  ];
  serve({ 'GET /samls': () => ({ results: connections }) });
  openPage(list, LIST, texts, [page]);
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
  expect((await rowOf('ADFS')).queryByText(words.expiry_soon)).toBeNull();
  (await rowOf('ADFS')).getByText(openid.on);
  (await rowOf('ADFS')).getByText('12');
  (await rowOf('Soon')).getByText(words.expiry_soon);
  (await rowOf('Gone')).getByText(words.expiry_expired);
});

test.each([
  [0, 'expired'],
  [1, 'soon'],
  [30 * DAY_MS, 'soon'],
  [30 * DAY_MS + 1, 'valid'],
])('a certificate with %i ms left is %s', (left, state) => {
  const now = Date.parse('2026-04-01T00:00:00Z');
  expect(expiryState({ expiresAt: new Date(now + left).toISOString() }, now)).toBe(state);
});

test('a test that was refused is told with its cause and the values, one that passed with its claims', async () => {
  window.location.hash = '#purpose=test&federationError=sp_setting_incorrect';
  const refused = trace({ cause: 'audience', detail: { found: 'urn:other', expected: ours.entityId } });
  openOne(adfs, [refused]);
  await screen.findByText(openid.testFailed);
  const result = within(await screen.findByRole('region', { name: words.lastTest }));
  result.getByText(failures.audience);
  result.getByText('urn:other');
  result.getByText('r-1');
  expect(window.location.hash).toBe('');
  cleanup();
  const passed = trace({ detail: { '@mail': 'hanako@example.com, h@example.com', nameId: 'hanako', '@cn': 'H' } });
  openOne({ ...adfs, testedAt: '2026-04-02T00:00:00Z' }, [trace({ purpose: 'signIn', cause: 'expired' }), passed]);
  const good = within(await screen.findByRole('region', { name: words.lastTest }));
  good.getByText('hanako');
  expect(good.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([words.nameId, 'cn', 'mail']);
  screen.getByText(words.next_switchOn);
  // What a new user would get of it.
  await screen.findByText('In the last sign-in: hanako@example.com');
  fireEvent.change(screen.getByLabelText(new RegExp(`^${saml.familyAttribute}`)), { target: { value: 'cn' } });
  await screen.findByText('In the last sign-in: H');
  expect(screen.getAllByText(words.noExample)).toHaveLength(1);
});

test('a connection without values is at its second step, and offers no test there', async () => {
  openOne({ ...adfs, entityId: 'urn:portico:pending:adfs' }, []);
  await screen.findByText(words.next_register);
  expect(screen.queryByText(words.next_test)).toBeNull();
});

test('switching on sends the whole connection with what is expected', async () => {
  const tested = { ...adfs, trustedOrigin: 'https://app.example', testedAt: '2026-04-02T00:00:00Z' };
  openOne(tested, [], { 'PUT /{samlId}': () => ({ ...tested, enabled: true }) });
  await screen.findByText(words.next_switchOn);
  // The menu has it, too.
  fireEvent.click(screen.getAllByRole('button', { name: openid.act_switchOn }).at(-1) as HTMLElement);
  await screen.findByText('Users can sign in with ADFS.');
  expect(changes).toMatchObject([
    { body: { enabled: true, trustedOrigin: 'https://app.example', expected: { enabled: false } } },
  ]);
});

test('a test leaves for the provider; one that cannot begin says why', async () => {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
  openOne(adfs, [], { 'POST /verify': () => ({ url: 'https://adfs.example/sso?SAMLRequest=x' }) });
  fireEvent.click((await screen.findAllByRole('button', { name: openid.test }))[0] as HTMLElement);
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('https://adfs.example/sso?SAMLRequest=x'));
  expect(changes[0]?.body).toEqual({ samlId: 'adfs' });
  left.mockRestore();
  cleanup();
  const refusal = apiError(409, [{ message_id: 'certifications_unavailable', message: '' }], 'r');
  openOne(adfs, [], { 'POST /verify': () => Promise.reject(refusal) });
  fireEvent.click((await screen.findAllByRole('button', { name: openid.test }))[0] as HTMLElement);
  await screen.findByText(errors.certifications_unavailable);
});

test('certificates are rolled: the last valid one of a connection that is on stays, the next is added', async () => {
  const on = { ...adfs, enabled: true, certifications: [certificate('c1', 10), certificate('c2', -1)] };
  const rolled = { ...on, certifications: [certificate('c3', 300), ...on.certifications] };
  let now: Connection = on;
  openOne(
    on,
    [],
    {
      'GET /{samlId}': () => now,
      'POST /certifications': ({ body }) => {
        if (body.certification !== 'good') throw apiError(400, [{ message_id: 'invalid_params', message: '' }], 'r');
        now = rolled;
        return rolled;
      },
      'DELETE /{certificationId}': () => {
        now = { ...rolled, certifications: [certificate('c3', 300)] };
        return now;
      },
    },
    '?tab=certificates',
  );
  await screen.findByText(words.rolloverDue);
  screen.getByText(words.lastCertificate);
  const removers = () => screen.getAllByRole('button', { name: /^Remove certificate/ });
  expect(removers().map((one) => one.getAttribute('aria-label'))).toEqual(['Remove certificate c2c2c2c2']);
  fireEvent.click(screen.getByRole('button', { name: words.certificateAdd }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = dialog.getByLabelText(new RegExp(`^${logs.field_certification}`));
  const add = dialog.getByRole('button', { name: words.certificateAdd });
  fireEvent.change(box, { target: { value: 'bad' } });
  fireEvent.click(add);
  await dialog.findByText(words.certificateWrong);
  fireEvent.change(box, { target: { value: 'good' } });
  fireEvent.click(add);
  await screen.findByText(words.certificateAdded);
  expect(screen.queryByText(words.rolloverDue)).toBeNull();
  fireEvent.click(removers()[1] as HTMLElement);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.certificateRemove }));
  await screen.findByText(words.certificateRemoved);
  expect(changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
});

test('metadata is read again: what is new and what has gone is shown, and applied when told to', async () => {
  const on = { ...adfs, enabled: true, metadataUrl: 'https://adfs.example/m', certifications: [certificate('c1', 30)] };
  const read = (id: string) => ({ ...certificate(id, 300), certification: `PEM ${id}` });
  let named = ['c1'];
  let now: Connection = on;
  openOne(
    on,
    [],
    {
      'GET /{samlId}': () => now,
      'POST /importFrom': () => ({ certifications: named.map(read), leftOut: 0 }),
      'POST /certifications': () => on,
      'DELETE /{certificationId}': () => {
        now = { ...on, certifications: [certificate('c2', 300)] };
        return now;
      },
    },
    '?tab=certificates',
  );
  fireEvent.click(await screen.findByRole('button', { name: saml.readAgain }));
  const same = within(await screen.findByRole('dialog'));
  same.getByText(saml.readAgainSame);
  fireEvent.click(same.getAllByRole('button', { name: common.close }).at(-1) as HTMLElement);
  named = ['c2'];
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: saml.readAgain }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(saml.readAgainAdded);
  dialog.getByText(saml.readAgainGone);
  dialog.getByText('CN=c2', { exact: false });
  expect(changes.map(({ path }) => path)).toEqual(['POST', 'POST'].map(() => expect.stringContaining('importFrom')));
  fireEvent.click(dialog.getByRole('button', { name: saml.readAgainApply }));
  await screen.findByText(saml.readAgainApplied);
  expect(changes.slice(2).map(({ method, body }) => [method, body])).toEqual([
    ['POST', { certification: 'PEM c2' }],
    ['DELETE', undefined],
  ]);
});

test('the entity ID of a connection with users is only shown', async () => {
  openOne({ ...adfs, enabled: true, linkedUsers: 3 });
  await screen.findByText(words.entityIdFixed);
  expect(screen.getByDisplayValue('https://adfs.example')).toHaveProperty('readOnly', true);
  expect(screen.queryByText(words.setupTitle)).toBeNull();
});

test('the latest answers name the check in words, and a connection that is not there leads back', async () => {
  openOne(adfs, [trace({ purpose: 'signIn', cause: 'not_linked', detail: { found: 'nobody' } })], {}, '?tab=answers');
  await screen.findByText(new RegExp(failures.not_linked));
  screen.getByText('nobody');
  cleanup();
  const gone = apiError(404, [{ message_id: 'saml_not_exist', message: '' }], 'r');
  openOne(adfs, [], { 'GET /{samlId}': () => Promise.reject(gone) });
  await screen.findByText(words.missingBack);
});
