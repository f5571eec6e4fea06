import { createPrivateKey, type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { IdpCertification } from '#contract/apps/saml-idp-own.ts';
import type { KeyUse, StoredKey } from '../../platform/secrets/keyring.ts';
import type { Tools } from '../../platform/tools.ts';
import { fingerprintOf, pemOf, selfSignedCertificate } from './certificate.ts';
import * as queries from './queries.ts';
import type { Signer } from './xml/sign.ts';

const DAY_MS = 86_400_000;
const LIFE_MS = 3 * 365 * DAY_MS;

/** The tenant's keys for answers: RSA alone, which every service provider can check. */
export const samlKeys: KeyUse = {
  purpose: 'samlSigning',
  algorithms: ['RS256'],
  // What it signed lives for minutes; it stays in sight for administrators who compare fingerprints.
  shownMillis: 7 * DAY_MS,
};

type Opened = Signer & { certificateDer: Buffer; startsAt: Date; expiresAt: Date };

/** By process, tenant and key: a key never changes, and opening one takes longer than a signature. */
const opened = new WeakMap<Tools, Map<string, Opened>>();
const MOST_OPENED = 1000;

/** The key's certificate with what is needed to sign. A key that has no certificate yet gets it. */
async function openKey(tools: Tools, tenantId: string, key: StoredKey): Promise<Opened> {
  const kept = opened.get(tools) ?? new Map<string, Opened>();
  opened.set(tools, kept);
  const name = `${tenantId} ${key.kid}`;
  const known = kept.get(name);
  if (known) return known;
  const keys = await tools.keyring.opened(tenantId, samlKeys);
  const found = keys.find(({ kid }) => kid === key.kid);
  if (!found) throw new Error(`The signing key ${key.kid} has gone`);
  const privateKey = createPrivateKey({ key: found.privateJwk as JsonWebKey, format: 'jwk' });
  const row = await certificateOf(tools, tenantId, key.kid, privateKey);
  const made: Opened = {
    privateKey,
    certificate: row.certificate.toString('base64'),
    certificateDer: row.certificate,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
  };
  if (kept.size >= MOST_OPENED) kept.clear();
  kept.set(name, made);
  return made;
}

async function certificateOf(tools: Tools, tenantId: string, kid: string, privateKey: KeyObject) {
  const stored = await tools.db.reading(tenantId, (tx) => queries.findIdpCertificate(tx, kid));
  if (stored) return stored;
  // Whole seconds, as certificates have them.
  const startsAt = new Date(Math.floor(tools.clock().getTime() / 1000) * 1000);
  const expiresAt = new Date(startsAt.getTime() + LIFE_MS);
  const publicKey = createPublicKey(privateKey);
  const certificate = selfSignedCertificate({ privateKey, publicKey, commonName: tenantId, startsAt, expiresAt });
  const row = { kid, certificate, starts_at: startsAt, expires_at: expiresAt };
  // Another process may have made it: then its one is valid.
  return tools.db.inTenant(tenantId, (tx) => queries.keepIdpCertificate(tx, { tenant_id: tenantId, ...row }));
}

/** The certificates that are shown, the signing one first; none where no administrator has opened the settings yet. */
export async function shownCertificates(tools: Tools, tenantId: string): Promise<(Opened & { key: StoredKey })[]> {
  const keys = await tools.keyring.shown(tenantId, samlKeys);
  const all: (Opened & { key: StoredKey })[] = [];
  for (const key of keys) all.push({ ...(await openKey(tools, tenantId, key)), key });
  return all;
}

/** What signs for a tenant now. */
export async function signerOf(tools: Tools, tenantId: string): Promise<Signer> {
  const key = (await tools.keyring.shown(tenantId, samlKeys)).find(({ state }) => state === 'current');
  if (!key) throw fail('not_found');
  return openKey(tools, tenantId, key);
}

/** As administrators see them. Makes keys and certificates where there are none. */
export async function describeCertificates(tools: Tools, tenantId: string): Promise<IdpCertification[]> {
  await tools.keyring.ensure(tenantId, samlKeys);
  return (await shownCertificates(tools, tenantId)).map(({ key, certificateDer, startsAt, expiresAt }) => ({
    certificationId: key.kid,
    state: key.state,
    active: key.state === 'current',
    fingerprint: fingerprintOf(certificateDer),
    startsAt: startsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    pem: pemOf(certificateDer),
  }));
}

/** Signs with the next key from now on. Returns the IDs of the key before and after. Throws `conflict` without keys. */
export async function switchCertificate(tools: Tools, tenantId: string): Promise<{ before: string; after: string }> {
  const current = async () => (await tools.keyring.shown(tenantId, samlKeys)).find(({ state }) => state === 'current');
  const before = await current();
  if (!before) throw fail('conflict');
  await tools.keyring.rotate(tenantId, samlKeys);
  const after = await current();
  return { before: before.kid, after: after?.kid ?? '' };
}

/** Withdraws a key that does not sign. Throws `not_found`, `cannot_delete_active_certification`. */
export async function withdrawCertificate(tools: Tools, tenantId: string, kid: string): Promise<void> {
  const key = (await tools.keyring.shown(tenantId, samlKeys)).find((one) => one.kid === kid);
  if (!key) throw fail('not_found');
  if (key.state === 'current') throw fail('cannot_delete_active_certification');
  if (!(await tools.keyring.withdraw(tenantId, samlKeys, kid))) throw fail('not_found');
}
