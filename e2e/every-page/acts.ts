import * as client from 'openid-client';
import { paths } from '../../web/src/base/paths.ts';
import { closeVisitor, newVisitor } from '../support/browser.ts';
import { admin, makePerson } from '../support/people.ts';
import { linkIn, type Portico } from '../support/portico.ts';
import { registerClient } from '../support/service.ts';
import { becomeSignedIn, takeTokens } from '../support/session.ts';
import { say } from '../support/words.ts';
import type { Walker } from './walk.ts';

export const press =
  (key: string) =>
  async ({ page, t }: Walker) => {
    await page
      .getByRole('button', { name: t(key), exact: true })
      .first()
      .click();
  };

export async function fill({ page, t }: Walker, key: string, value: string): Promise<void> {
  await page.getByLabel(t(key), { exact: true }).fill(value);
}

/** Enters an address and a password on the sign-in page, and sends them. */
export const enter = (who: 'user' | 'expired' | 'twofold', password?: string) => async (walker: Walker) => {
  const person = walker.cast[who];
  await fill(walker, 'guest.mailAddress', person.mailAddress);
  await fill(walker, 'guest.password', password ?? person.password);
  await press('login.signIn')(walker);
};

/** Uploads a file of users on the import page; ends on the page of the import. */
export const uploadUsers = (kind: 'format' | 'directory', lines: readonly string[]) => async (walker: Walker) => {
  const { page, t } = walker;
  await page.getByLabel(t(`transfer.kind_${kind}`), { exact: true }).check();
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await press(kind === 'format' ? 'transfer.uploadAndCheck' : 'transfer.upload')(walker);
  await page.waitForURL(/\/import\/[0-9a-f-]{36}/);
};

/** Exports all users of the open list; ends on the page of exports. */
export async function exportUsers({ page, t }: Pick<Walker, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('users.exportAll'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('transfer.export'), exact: true })
    .click();
  await page.getByRole('dialog', { name: t('transfer.exportUnderWay'), exact: true }).waitFor();
  await page.goto(paths.userExport);
}

const subjectOf = (kind: string) => say(`mail.${kind}.subject`, { product: 'Portico' });

/** Requests a password reset email, each time for another user; returns its link. */
export async function resetLink({ portico }: Walker): Promise<string> {
  const { mailAddress, tenantId } = await makePerson(portico);
  await post(`${portico.url}/api/account/sendResetPasswordConfirmation`, { mailAddress, tenantId });
  return linkIn(await portico.mailOf(mailAddress, subjectOf('passwordReset')));
}

let invited = 0;

/** Invites a user; returns the link of the email. */
export async function invitationLink({ portico }: Walker): Promise<string> {
  invited += 1;
  const mailAddress = `invited${invited}@demo.example`;
  await portico.cli('user', 'create', 'demo', `invited${invited}`, '--mail', mailAddress, '--invite');
  return linkIn(await portico.mailOf(mailAddress, subjectOf('invitation')));
}

/** Requests registration with the cast's registration URL, each time with another address; returns the emailed link. */
export async function proofLink({ portico, cast }: Walker): Promise<string> {
  invited += 1;
  const mailAddress = `registers${invited}@demo.example`;
  const code = new URL(cast.registerUrl).searchParams.get('code');
  await post(`${portico.url}/api/auth/requestRegisterUser`, { code, mailAddress, locale: 'en' });
  return linkIn(await portico.mailOf(mailAddress, subjectOf('selfRegistration')));
}

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
}

/** The sign-in page of the demo organization, for which an administrator adds identity providers. */
export async function addressWithProviders({ portico }: Walker): Promise<string> {
  const visitor = await newVisitor(portico.url);
  await becomeSignedIn(visitor.page, admin);
  const { access_token } = await takeTokens(visitor.context);
  for (const name of ['Acme', 'Northwind Traders']) {
    const opId = name.toLowerCase().replace(' ', '-');
    const client = { issuer: `https://${opId}.example`, clientId: 'portico', clientSecret: 'a secret' };
    const answer = await visitor.context.request.post(`/api/auth/tenants/${admin.tenantId}/oidcs`, {
      headers: { authorization: `Bearer ${access_token}` },
      data: { ...client, opId, displayName: name, enabled: true },
    });
    // A retry finds them there.
    if (![200, 409].includes(answer.status())) throw new Error(`${answer.status()}: ${await answer.text()}`);
  }
  await closeVisitor(visitor);
  return `/login.html?tenantId=${admin.tenantId}`;
}

/** Registered once per running Portico. */
const boards = new WeakMap<Portico, Promise<client.Configuration>>();
const thirdParties = new WeakMap<Portico, Promise<client.Configuration>>();

function registered(known: typeof boards, portico: Portico, words: readonly string[]): Promise<client.Configuration> {
  const found = known.get(portico) ?? registerClient(portico, words);
  known.set(portico, found);
  // A retry registers again.
  found.catch(() => known.delete(portico));
  return found;
}

/** The address a device shows, with its code in it. */
export async function deviceAddress({ portico }: Walker): Promise<string> {
  const words = [
    '--name',
    'Meeting room board',
    '--native',
    '--public',
    '--grant-type',
    'device_code',
    '--scope',
    'openid',
  ];
  const board = await registered(boards, portico, words);
  const device = await client.initiateDeviceAuthorization(board, { scope: 'openid' });
  return device.verification_uri_complete ?? device.verification_uri;
}

/** On the page of an app: limits it to assigned users, of whom there are none. */
export async function limitAccess(walker: Walker): Promise<void> {
  const { page, t } = walker;
  await page.getByLabel(t('oauthApps.access_assigned')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('oauthApps.limitAccess') })
    .click();
  await page.getByText(t('oauthApps.nobody')).waitFor();
}

/** The address by which an app for others sends users to Portico. */
export async function closedAppAddress(walker: Walker): Promise<string> {
  const redirect_uri = 'https://wiki.example/callback';
  const app = await registerClient(walker.portico, ['--name', 'Board papers', '--redirect-uri', redirect_uri]);
  await walker.page.goto(`${paths.oauthApps}/${app.clientMetadata().client_id}?tab=access`);
  await limitAccess(walker);
  const code_challenge = await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier());
  const asked = { redirect_uri, scope: 'openid', code_challenge, code_challenge_method: 'S256' };
  return client.buildAuthorizationUrl(app, asked).href;
}

/** The address by which an app without consent sends users to Portico. */
export async function consentAddress({ portico }: Walker): Promise<string> {
  const redirect_uri = 'https://print.example/callback';
  const thirdParty = await registered(thirdParties, portico, ['--name', 'Print Flow', '--redirect-uri', redirect_uri]);
  const code_challenge = await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier());
  const asked = { redirect_uri, scope: 'openid profile email', code_challenge, code_challenge_method: 'S256' };
  return client.buildAuthorizationUrl(thirdParty, asked).href;
}
