import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlSp } from '#contract/apps/saml-idp.ts';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import { pemOf, selfSignedCertificate } from '#server/platform/saml/certificate.ts';
import type { TestApp } from './app.ts';

/** Where test service providers get their answers; nothing listens there. */
export const ACS = 'https://sp.example/saml/acs?source=a&b=c';
export const SP_ENTITY = 'https://sp.example/saml/metadata';
const DAY_MS = 86_400_000;

export interface TestKey {
  privateKey: KeyObject;
  privatePem: string;
  certificate: string;
}

/** A key with its certificate, valid from yesterday for some days. */
export function makeKey({ days = 30, bits = 2048, startsInDays = -1 } = {}): TestKey {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const privateKey = createPrivateKey(pair.privateKey);
  const dates = {
    startsAt: new Date(Date.now() + startsInDays * DAY_MS),
    expiresAt: new Date(Date.now() + days * DAY_MS),
  };
  const der = selfSignedCertificate({
    privateKey,
    publicKey: createPublicKey(privateKey),
    commonName: 'sp.example',
    ...dates,
  });
  return { privateKey, privatePem: pair.privateKey, certificate: pemOf(der) };
}

export interface Admin {
  app: TestApp;
  tenantId: string;
  token: string;
}

const base = (tenantId: string) => `/api/auth/tenants/${tenantId}/samlIdP`;

/** The tenant's settings as its administrators get them; makes its keys. */
export async function idpOf({ app, tenantId, token }: Admin): Promise<SamlIdp> {
  return (await app.call('GET', base(tenantId), { token })).body;
}

/** Registers a service provider. */
export async function makeSp({ app, tenantId, token }: Admin, given: Record<string, unknown> = {}): Promise<SamlSp> {
  const body = { displayName: 'Wiki', entityId: SP_ENTITY, acsUrl: ACS, ...given };
  const answer = await app.call('POST', `${base(tenantId)}/samlSps`, { token, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** A service provider that speaks by node-saml. */
export const peerOf = (idp: SamlIdp, more: Partial<ConstructorParameters<typeof SAML>[0]> = {}) =>
  new SAML({
    callbackUrl: ACS,
    entryPoint: idp.ssoUrl,
    logoutUrl: idp.sloUrl,
    issuer: SP_ENTITY,
    audience: SP_ENTITY,
    idpCert: idp.certifications.filter(({ active }) => active).map(({ pem }) => pem),
    idpIssuer: idp.entityId,
    validateInResponseTo: ValidateInResponseTo.ifPresent,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...more,
  });

export interface Reached {
  status: number;
  location: URL | null;
  /** What the page would post. */
  posts: { to: string; SAMLResponse: string; RelayState: string | null } | null;
  html: string;
  headers: Headers;
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Opens an address as a browser would, without following a redirect. A form is posted cross-site: without a cookie. */
export async function open(
  app: TestApp,
  address: string,
  { cookie, form }: { cookie?: string; form?: Record<string, string> } = {},
): Promise<Reached> {
  const answer = await fetch(new URL(address, app.url), {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : { headers: cookie ? { cookie } : {} }),
  });
  const html = await answer.text();
  const to = answer.headers.get('location');
  const field = (name: string) => {
    const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
    return value === undefined ? null : unescapeHtml(value);
  };
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  const SAMLResponse = field('SAMLResponse');
  return {
    status: answer.status,
    location: to === null ? null : new URL(to, app.url),
    posts: action && SAMLResponse ? { to: unescapeHtml(action), SAMLResponse, RelayState: field('RelayState') } : null,
    html,
    headers: answer.headers,
  };
}

/** Follows redirects within the portal, as the browser of a cookie, up to an answer or another page. */
export async function follow(app: TestApp, address: string, cookie?: string): Promise<Reached> {
  let reached = await open(app, address, { cookie });
  while (reached.location?.pathname.startsWith('/saml/')) reached = await open(app, reached.location.href, { cookie });
  return reached;
}

export const readAnswer = (posts: Reached['posts']) => Buffer.from(posts?.SAMLResponse ?? '', 'base64').toString();
