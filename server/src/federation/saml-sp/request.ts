import { deflateRawSync } from 'node:zlib';
import { fail } from '#contract/errors.ts';
import { isTenantId } from '#contract/rules.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { signedAddress } from '../../platform/saml/redirect.ts';
import type { Tools } from '../../platform/tools.ts';
import { isOffered } from '../linking/open-ways.ts';
import { beginRequest, type Purpose, type Registering } from '../requests/requests.ts';
import { oursOf } from '../saml-connections/ours.ts';
import * as connections from '../saml-connections/saml-connections.ts';
import { spSigner } from '../own-keys/own-keys.ts';

interface Begin {
  tenantId: string;
  purpose: Purpose;
  userUuid: string | null;
  registration?: Registering;
  setupLink?: string;
  browserSecret: string;
  now: Date;
}

/**
 * Begins a sign-in: the address of the provider with our request. Throws `tenantId_or_samlId_not_exists` for what is not
 * there or switched off, `certification_unregistered`, `certifications_unavailable`, `too_many_requests`.
 */
export async function beginSignIn(
  tools: Tools,
  { tenantId, samlId }: { tenantId: string; samlId: string },
  { client, browserSecret, now }: { client: ClientInfo; browserSecret: string; now: Date },
): Promise<string> {
  await spendTry(tools.db, [{ name: 'samlRequest', key: client.network, most: 600, withinSeconds: 300 }], now);
  const known = tenantId.trim().toLowerCase();
  if (!isTenantId(known)) throw fail('tenantId_or_samlId_not_exists');
  return tools.db.inTenant(known, async (tx) => {
    const row = await mustBeOn(tx, samlId);
    return begin(tools, tx, row, { tenantId: known, purpose: 'signIn', userUuid: null, browserSecret, now });
  });
}

/** Begins to complete a registration; the tenant is that of its code. Throws as above. */
export const beginRegistration = (
  tools: Tools,
  { tenantId, samlId, registration }: { tenantId: string; samlId: string; registration: Registering },
  { browserSecret, now }: { browserSecret: string; now: Date },
): Promise<string> =>
  tools.db.inTenant(tenantId, async (tx) => {
    const asked = { tenantId, purpose: 'register', userUuid: null, registration } as const;
    return begin(tools, tx, await mustBeOn(tx, samlId), { ...asked, browserSecret, now });
  });

async function mustBeOn(tx: Tx, samlId: string): Promise<connections.ConnectionRow> {
  const row = await connections.findConnection(tx, samlId.trim());
  if (!row || !(await isOn(tx, row))) throw fail('tenantId_or_samlId_not_exists');
  return row;
}

/** Whether users sign in with it: it is enabled, and the sign-in policy opens it. */
const isOn = async (tx: Tx, { enabled, saml_id: id }: connections.ConnectionRow) =>
  enabled && (await isOffered(tx, { type: 'saml', id }));

/** Begins a test by an administrator, of a connection that need not be enabled. Throws `saml_not_exist`, and as above. */
export const beginTest = (
  tools: Tools,
  { tenantId, samlId, ...by }: { tenantId: string; samlId: string; userUuid: string; setupLink?: string },
  { browserSecret, now }: { browserSecret: string; now: Date },
): Promise<string> =>
  tools.db.inTenant(tenantId, async (tx) =>
    begin(tools, tx, await connections.mustFind(tx, samlId), {
      tenantId,
      purpose: 'test',
      ...by,
      browserSecret,
      now,
    }),
  );

/**
 * Begins to link an account of the person who is signed in. Throws `saml_not_exist` also for what is switched off,
 * `too_many_requests`, and as above.
 */
export async function beginConnect(
  tools: Tools,
  { tenantId, samlId, userUuid }: { tenantId: string; samlId: string; userUuid: string },
  { client, browserSecret, now }: { client: ClientInfo; browserSecret: string; now: Date },
): Promise<string> {
  await spendTry(tools.db, [{ name: 'samlRequest', key: client.network, most: 600, withinSeconds: 300 }], now);
  return tools.db.inTenant(tenantId, async (tx) => {
    const row = await connections.mustFind(tx, samlId);
    if (!(await isOn(tx, row))) throw fail('saml_not_exist');
    return begin(tools, tx, row, { tenantId, purpose: 'connect', userUuid, browserSecret, now });
  });
}

async function begin(tools: Tools, tx: Tx, row: connections.ConnectionRow, asked: Begin): Promise<string> {
  connections.refuseUnusable(await connections.listCertificates(tx, [row.uuid]), asked.now);
  const { state, id } = await beginRequest(tx, { ...asked, connection: row.uuid });
  const ours = oursOf(tools.config.publicUrl, asked.tenantId, row.saml_id);
  const xml = authnRequest({ id, now: asked.now, ssoUrl: row.sso_url, ...ours });
  const signer = row.sign_requests ? await spSigner(tools, asked.tenantId) : null;
  if (signer) return signedAddress(row.sso_url, { kind: 'SAMLRequest', message: xml, relayState: state }, signer);
  const url = new URL(row.sso_url);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set('RelayState', state);
  return url.href;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Asks for a name that stays the same: the provider decides of which format. */
const authnRequest = (asked: { id: string; now: Date; ssoUrl: string; entityId: string; acsUrl: string }) =>
  `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${asked.id}" Version="2.0" IssueInstant="${asked.now.toISOString()}" Destination="${escaped(asked.ssoUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${escaped(asked.acsUrl)}"><saml:Issuer>${escaped(asked.entityId)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
