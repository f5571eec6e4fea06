import { inflateRawSync } from 'node:zlib';
import type { Answer, TestApp } from '../app.ts';
import { makeCertificate, type TestCertificate } from './certificate.ts';
import { responseXml, type Said, signed, type SignedPart } from './response.ts';

/** Connections of a tenant, browsers that sign in with them, and an identity provider of our own that can be made to err. */

export interface Connected {
  tenantId: string;
  samlId: string;
  issuer: string;
  idp: TestCertificate;
  entityId: string;
  acsUrl: string;
}

const idps = new Map<string, TestCertificate>();
/** A certificate of this name, made once: that takes time. */
export function idpOf(name: string): TestCertificate {
  const made = idps.get(name) ?? makeCertificate({ name });
  idps.set(name, made);
  return made;
}

export const samlsPath = (tenantId: string) => `/api/auth/tenants/${tenantId}/samls`;

/** Adds a connection as an administrator does. */
export async function connect(
  app: TestApp,
  { tenantId, token }: { tenantId: string; token: string },
  given: {
    samlId?: string;
    enabled?: boolean;
    jitProvisioning?: boolean;
    acceptsCbc?: boolean;
    idp?: string;
    entityId?: string;
    ssoUrl?: string;
  } = {},
): Promise<Connected> {
  const {
    samlId = 'Entra',
    idp: name = 'idp.example',
    entityId: issuer = 'https://idp.example/entity',
    ssoUrl = 'https://idp.example/sso?tenant=1',
    ...switches
  } = given;
  const idp = idpOf(name);
  const body = {
    enabled: true,
    jitProvisioning: true,
    ...switches,
    samlId,
    displayName: 'Company',
    entityId: issuer,
    ssoUrl,
  };
  const made = await app.call('POST', samlsPath(tenantId), { token, body: { ...body, certifications: [idp.pem] } });
  if (made.status !== 200) throw new Error(`not connected: ${JSON.stringify(made.body)}`);
  const path = `/api/auth/tenants/${tenantId}/samlMetadata.json?samlId=${samlId}`;
  const { entityId, acsUrl } = (await app.call('GET', path, { token })).body;
  return { tenantId, samlId, issuer, idp, entityId, acsUrl };
}

/** A request as an identity provider reads it. */
export interface Asked {
  samlRequest: string;
  xml: string;
  requestId: string;
  relayState: string;
  /** The cookie of the browser that asks. */
  cookie: string;
}

export function readRequest(url: string, cookie: string): Asked {
  const { searchParams } = new URL(url);
  const samlRequest = searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(samlRequest, 'base64')).toString();
  const requestId = / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
  return { samlRequest, xml, requestId, relayState: searchParams.get('RelayState') ?? '', cookie };
}

export const FEDERATION = '__Host-portico-federation';
export const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith(`${FEDERATION}=`))
    ?.split(';')[0] ?? '';

/** Begins a sign-in in a new browser. */
export async function ask(app: TestApp, { tenantId, samlId }: Pick<Connected, 'tenantId' | 'samlId'>): Promise<Asked> {
  const answer = await app.call('POST', '/api/auth/saml/sp/request', { body: { tenantId, samlId } });
  if (answer.status !== 200) throw new Error(`no request: ${JSON.stringify(answer.body)}`);
  return readRequest(answer.body.url, cookieOf(answer));
}

/** The provider's answer to a request. */
export function answerTo(
  connected: Connected,
  asked: Pick<Asked, 'requestId'>,
  said: Partial<Said> & { part?: SignedPart; edit?: (xml: string) => string } = {},
): string {
  const { part = 'response', edit = (xml) => xml, ...more } = said;
  const { acsUrl, entityId: audience, issuer, idp } = connected;
  const xml = responseXml({
    ...{ now: new Date(), acsUrl, audience, issuer, requestId: asked.requestId },
    ...{ assertionId: `_${Math.random().toString(16).slice(2)}` },
    attributes: {},
    ...more,
  });
  return signed(edit(xml), part, idp);
}

/** Posts an answer as the provider's page does: across sites, so without cookies. */
export async function post(app: TestApp, acsUrl: string, form: Record<string, string>): Promise<Answer> {
  const { pathname } = new URL(acsUrl);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' };
  return app.call('POST', pathname, { body: new URLSearchParams(form).toString(), headers });
}

/** Posts an answer, and has the browser come back for it. */
export async function bring(
  app: TestApp,
  { acsUrl }: Pick<Connected, 'acsUrl'>,
  { relayState, cookie }: Pick<Asked, 'relayState' | 'cookie'>,
  xml: string,
): Promise<Came> {
  const posted = await post(app, acsUrl, { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState });
  if (posted.status !== 303) throw new Error(`not taken: ${JSON.stringify(posted.body)}`);
  const back = await app.call('GET', posted.headers.get('location') ?? '', { cookie });
  const { pathname, hash } = new URL(back.headers.get('location') ?? '', app.url);
  return { page: pathname, ...Object.fromEntries(new URLSearchParams(hash.slice(1))) };
}

/** Where the browser goes on to, and what the page learns. */
export interface Came {
  page: string;
  purpose?: string;
  type?: string;
  tenantId?: string;
  provider?: string;
  exchangeCode?: string;
  federationError?: string;
}

/** A whole sign-in; the answer of `exchangeToken`. */
export async function signInBySaml(app: TestApp, connected: Connected, said: Partial<Said> = {}): Promise<Answer> {
  const asked = await ask(app, connected);
  const { exchangeCode, federationError } = await bring(app, connected, asked, answerTo(connected, asked, said));
  if (exchangeCode === undefined) throw new Error(federationError);
  const body = { exchangeCode, withMyInfo: true };
  return app.call('POST', '/api/account/exchangeToken', { cookie: asked.cookie, body });
}
