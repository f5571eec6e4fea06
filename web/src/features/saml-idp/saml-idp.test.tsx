import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import saml from '#messages/en/saml.json' with { type: 'json' };
import samlIdp from '#messages/en/samlIdp.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { apiError } from '../../api/api-error.ts';
import { changes, held, refuseConflict, serve } from '../../../test/server.ts';
import { readSpPageSearch } from './detail/page-search.ts';
import { SpPage } from './detail/SpPage.tsx';
import { SamlIdpSettings } from './list/SamlIdpSettings.tsx';
import type { Sp } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const texts = { common, logs, saml, samlIdp, ui, users };

const wiki: Sp = {
  ...{ samlSpId: 's1', displayName: 'Wiki', entityId: 'urn:wiki', acsUrl: 'https://wiki.example/acs' },
  ...{ relayState: null, logoutUrl: null, metadataUrl: null, signingOption: 'both', nameIdFormat: 'persistent' },
  ...{ authnRequestsSigned: false, enabled: true, attributeStatements: [], icon: { enabled: false, data: null } },
  ...{ certifications: [], startUrl: 'https://portico.example/saml/idp/demo/start/s1' },
  ...{ createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-02T00:00:00Z' },
};
const certificate = (certificationId: string, state: 'current' | 'next') => ({
  ...{ certificationId, state, active: state === 'current', fingerprint: certificationId.repeat(16), pem: 'PEM' },
  ...{ startsAt: '2026-01-01T00:00:00Z', expiresAt: '2029-01-01T00:00:00Z' },
});
const idp = {
  ...{ entityId: 'https://portico.example/saml/idp/demo/metadata', ssoUrl: 'https://portico.example/sso' },
  ...{ metadataUrl: 'https://portico.example/saml/idp/demo/metadata', sloUrl: 'https://portico.example/slo' },
  certifications: [certificate('aaaa', 'current'), certificate('bbbb', 'next')],
};
const page = {
  path: '/portal/tenant/saml-idp-settings/$samlSpId',
  component: SpPage,
  validateSearch: readSpPageSearch,
};
const list = {
  path: '/portal/tenant/saml-idp-settings',
  component: SamlIdpSettings,
  validateSearch: (search: Record<string, unknown>) => search,
};

test('an app is added by its metadata: what was read is shown, and sent with its certificates', async () => {
  const read = {
    ...{ displayName: 'wiki.example', entityId: 'urn:wiki', acsUrl: 'https://wiki.example/acs', logoutUrl: null },
    ...{ nameIdFormat: 'emailAddress', authnRequestsSigned: true, attributeStatements: [] },
    certifications: [{ use: 'both', subject: 'CN=wiki', fingerprint: 'f', startsAt: '', expiresAt: '', pem: 'A PEM' }],
  };
  serve({
    'GET /samlSps': () => ({ results: [] }),
    'GET /samlIdP': () => idp,
    'GET /{samlSpId}': () => wiki,
    'POST /readMetadata': () => read,
    'POST /samlSps': () => wiki,
  });
  const opened = openPage(list, '/portal/tenant/saml-idp-settings?error=samlSpEmpty', texts, [page]);
  await screen.findByText(samlIdp.noneRegistered);
  await screen.findByText(samlIdp.emptyTitle);
  const [toAdd] = screen.getAllByRole('button', { name: samlIdp.add });
  fireEvent.click(toAdd as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: samlIdp.add });
  const add = within(dialog).getByRole<HTMLButtonElement>('button', { name: samlIdp.add });
  expect(add.disabled).toBe(true);
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File(['<md:EntityDescriptor/>'], 'metadata.xml', { type: 'application/xml' });
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  await within(dialog).findByDisplayValue('urn:wiki');
  fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${logs.field_displayName}`)), {
    target: { value: 'Handbook' },
  });
  fireEvent.click(add);
  await waitFor(() => expect(opened.address()).toBe('/portal/tenant/saml-idp-settings/s1'));
  expect(changes.at(-1)?.body).toMatchObject({
    ...{ displayName: 'Handbook', nameIdFormat: 'emailAddress', authnRequestsSigned: true },
    certifications: ['A PEM'],
    encryptionCertifications: ['A PEM'],
  });
});

test('pasted metadata is read as soon as it is whole, and what is none is told', async () => {
  const read = {
    ...{ displayName: 'wiki.example', entityId: 'urn:wiki', acsUrl: 'https://wiki.example/acs', logoutUrl: null },
    ...{ nameIdFormat: 'persistent', authnRequestsSigned: false, attributeStatements: [], certifications: [] },
  };
  serve({
    'GET /samlSps': () => ({ results: [] }),
    'GET /samlIdP': () => idp,
    'POST /readMetadata': ({ body }) => {
      if ((body as { metadata: string }).metadata.includes('good')) return read;
      throw apiError(400, [{ message_id: 'sp_setting_incorrect', message: '' }], 'r');
    },
  });
  openPage(list, '/portal/tenant/saml-idp-settings', texts, [page]);
  await screen.findByText(samlIdp.emptyTitle);
  fireEvent.click(screen.getAllByRole('button', { name: samlIdp.add })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: samlIdp.add });
  const box = within(dialog).getByLabelText(new RegExp(`^${samlIdp.metadataText}`));
  fireEvent.change(box, { target: { value: '<html></html>' } });
  await within(dialog).findByText(samlIdp.metadataWrong);
  fireEvent.change(box, { target: { value: '<md:EntityDescriptor>good' } });
  expect(changes).toHaveLength(1);
  fireEvent.change(box, { target: { value: ' <md:EntityDescriptor>good</md:EntityDescriptor>\n' } });
  await within(dialog).findByDisplayValue('https://wiki.example/acs');
  expect(within(dialog).queryByText(samlIdp.metadataWrong)).toBeNull();
});

test('metadata that cannot be read at its address is told at the address, until it is changed', async () => {
  const { comes, letGo } = held();
  serve({
    'GET /samlSps': () => ({ results: [] }),
    'GET /samlIdP': () => idp,
    'POST /readMetadataFrom': async () => {
      await comes;
      throw apiError(400, [{ message_id: 'invalid_params', message: '', field: 'address' }], 'r');
    },
  });
  openPage(list, '/portal/tenant/saml-idp-settings', texts, [page]);
  await screen.findByText(samlIdp.emptyTitle);
  fireEvent.click(screen.getAllByRole('button', { name: samlIdp.add })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: samlIdp.add });
  const box = within(dialog).getByLabelText(new RegExp(`^${saml.metadataUrl}`));
  const read = within(dialog).getByRole<HTMLButtonElement>('button', { name: saml.metadataUrlRead });
  expect(read.disabled).toBe(true);
  fireEvent.change(box, { target: { value: 'https://wiki.example/metadata' } });
  fireEvent.click(read);
  await waitFor(() => expect(read.dataset.loading).toBe('true'));
  letGo();
  const told = await within(dialog).findByText(saml.metadataUrlFailed);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(box.getAttribute('aria-describedby')?.split(' ')).toContain(told.id);
  expect(read.dataset.loading).toBeUndefined();
  fireEvent.change(box, { target: { value: 'https://wiki.example/saml' } });
  await waitFor(() => expect(within(dialog).queryByText(saml.metadataUrlFailed)).toBeNull());
});

test('addresses are checked as they are typed', async () => {
  serve({ 'GET /samlSps': () => ({ results: [] }), 'GET /samlIdP': () => idp });
  openPage(list, '/portal/tenant/saml-idp-settings', texts, [page]);
  await screen.findByText(samlIdp.emptyTitle);
  fireEvent.click(screen.getAllByRole('button', { name: samlIdp.add })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: samlIdp.add });
  const type = (name: string, value: string) => {
    const box = within(dialog).getByLabelText(new RegExp(`^${name}`));
    fireEvent.change(box, { target: { value } });
    fireEvent.blur(box);
  };
  type(logs.field_acsUrl, 'http://wiki.example/acs');
  await within(dialog).findByText(samlIdp.addressHttps);
  type(logs.field_entityId, 'two words');
  await within(dialog).findByText(samlIdp.entityIdWrong.replace('{{most}}', '1024'));
});

test('attributes are added, named once each, and saved with what was expected', async () => {
  let now = wiki;
  serve({
    'GET /{samlSpId}': () => now,
    'GET /{tenantId}': () => ({ userExtensionAttributeProperties: { extensionAttribute1: { name: 'Badge' } } }),
    'PUT /{samlSpId}': ({ body }) => {
      refuseConflict(body, now as never);
      const { expected: _, ...given } = body as Sp & { expected: object };
      now = { ...now, ...given };
      return now;
    },
  });
  openPage(page, '/portal/tenant/saml-idp-settings/s1', texts);
  const add = await screen.findByRole('button', { name: samlIdp.attributeAdd });
  fireEvent.click(add);
  fireEvent.click(add);
  const names = () => screen.getAllByLabelText(new RegExp(`^${samlIdp.attributeName}`));
  fireEvent.change(names()[0] as HTMLElement, { target: { value: 'mail' } });
  fireEvent.change(names()[1] as HTMLElement, { target: { value: 'mail' } });
  await screen.findByText(samlIdp.attributeTwice);
  fireEvent.change(names()[1] as HTMLElement, { target: { value: 'badge' } });
  await screen.findAllByText('Badge');
  const [first, second] = screen.getAllByLabelText(samlIdp.attributeSource);
  fireEvent.change(first as HTMLElement, { target: { value: 'loginMailAddress' } });
  fireEvent.change(second as HTMLElement, { target: { value: 'extensionAttribute1' } });
  fireEvent.click(await screen.findByRole('button', { name: common.save }));
  await screen.findByText(samlIdp.saved.replace('{{name}}', 'Wiki'));
  expect(now.attributeStatements).toEqual([
    { name: 'mail', nameFormat: 'unspecified', source: 'loginMailAddress' },
    { name: 'badge', nameFormat: 'unspecified', source: 'extensionAttribute1' },
  ]);
  expect(changes[0]?.body).toMatchObject({ expected: { attributeStatements: [], displayName: 'Wiki' } });
});

test('the certificate is switched once it is confirmed', async () => {
  serve({
    'GET /samlSps': () => ({ results: [wiki] }),
    'GET /samlIdP': () => idp,
    'POST /switchCertification': () => idp,
  });
  openPage(list, '/portal/tenant/saml-idp-settings', texts, [page]);
  fireEvent.click(await screen.findByRole('button', { name: samlIdp.switch }));
  const dialog = await screen.findByRole('dialog', { name: samlIdp.switchTitle });
  within(dialog).getByText(samlIdp.switchEffect);
  fireEvent.click(within(dialog).getByRole('button', { name: samlIdp.switch }));
  await screen.findByText(samlIdp.switched);
  expect(changes.map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/api/auth/tenants/{tenantId}/samlIdP/operations/switchCertification'],
  ]);
});

test('an active certificate is deactivated before it can be deleted', async () => {
  const own = {
    ...{ certificationId: 'c1', subject: 'CN=wiki', fingerprint: 'abcdef0123', active: true, use: 'signing' as const },
    ...{ startsAt: '2026-01-01T00:00:00Z', expiresAt: '2126-01-01T00:00:00Z' },
  };
  let now: Sp = { ...wiki, certifications: [own] };
  serve({
    'GET /{samlSpId}': () => now,
    'GET /expirationNotification': () => ({ beforeExpiration: null, userIds: [] }),
    'PUT /{certificationId}': ({ body }) => {
      now = { ...now, certifications: [{ ...own, ...(body as { active: boolean }) }] };
      return now.certifications[0];
    },
    'DELETE /{certificationId}': () => {
      now = wiki;
      return null;
    },
  });
  openPage(page, '/portal/tenant/saml-idp-settings/s1?tab=certificates', texts);
  await screen.findByText('CN=wiki');
  const named = (text: string) => text.replace('{{fingerprint}}', 'abcdef01');
  expect(screen.queryByRole('button', { name: named(samlIdp.certificateDeleteOne) })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: named(samlIdp.deactivateOne) }));
  fireEvent.click(await screen.findByRole('button', { name: named(samlIdp.certificateDeleteOne) }));
  await screen.findByText(samlIdp.spCertificatesEmpty);
});

test('a problem says its cause and what helps', async () => {
  const problem = { cause: 'acsUrl', detail: 'https://other.example/acs', lastAt: '2026-04-02T00:00:00Z' };
  serve({ 'GET /{samlSpId}': () => wiki, 'GET /problems': () => ({ results: [problem] }) });
  openPage(page, '/portal/tenant/saml-idp-settings/s1?tab=problems', texts);
  await screen.findByText(samlIdp.problem_acsUrl);
  screen.getByText(samlIdp.remedy_acsUrl);
  screen.getByText(samlIdp.sentAddress.replace('{{address}}', 'https://other.example/acs'));
});

test('the tile is shown at once, and an icon that is too large is not sent', async () => {
  let now = wiki;
  serve({
    'GET /{samlSpId}': () => now,
    'GET /{tenantId}': () => ({ userExtensionAttributeProperties: {} }),
    'PUT /icon': ({ body }) => {
      const { enabled, data = now.icon.data } = body as { enabled: boolean; data?: string | null };
      now = { ...now, icon: { enabled, data } };
      return now;
    },
  });
  openPage(page, '/portal/tenant/saml-idp-settings/s1', texts);
  fireEvent.click(await screen.findByRole('switch', { name: samlIdp.tile }));
  await screen.findByText(samlIdp.saved.replace('{{name}}', 'Wiki'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const choose = (size: number) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(size)], 'icon.png')] } });
  choose(16 * 1024 + 1);
  await screen.findByText(samlIdp.iconLarge.replace('{{most}}', '16'));
  choose(3);
  await screen.findByRole('button', { name: samlIdp.iconRemove });
  expect(changes.map(({ body }) => body)).toEqual([{ enabled: true }, { enabled: true, data: 'AAAA' }]);
});

test('who is told before a certificate expires is saved with what was expected', async () => {
  serve({
    'GET /{samlSpId}': () => wiki,
    'GET /expirationNotification': () => ({ beforeExpiration: null, userIds: [] }),
    'PUT /expirationNotification': ({ body }) => {
      const { expected: _, ...given } = body as { expected: object; userIds: string[] };
      if (given.userIds.includes('nobody'))
        throw apiError(400, [{ message_id: 'invalid_params_userIds', message: '', field: 'userIds' }], 'r');
      return given;
    },
  });
  openPage(page, '/portal/tenant/saml-idp-settings/s1?tab=certificates', texts);
  fireEvent.change(await screen.findByLabelText(logs.field_beforeExpiration), { target: { value: '30' } });
  const box = screen.getByLabelText(new RegExp(`^${logs.field_notifiedUsers}`));
  const save = () => fireEvent.click(screen.getByRole('button', { name: samlIdp.notifySave }));
  fireEvent.change(box, { target: { value: 'taro, nobody' } });
  save();
  await screen.findByText(samlIdp.notifyUnknown);
  fireEvent.change(box, { target: { value: 'taro' } });
  save();
  await screen.findByText(samlIdp.saved.replace('{{name}}', 'Wiki'));
  expect(changes.at(-1)?.body).toEqual({
    ...{ beforeExpiration: 30, userIds: ['taro'] },
    expected: { beforeExpiration: null, userIds: [] },
  });
});
