import { fail } from '#contract/errors.ts';
import type { IdpCertification } from '#contract/apps/saml-idp-own.ts';
import type { Tools } from '../../platform/tools.ts';
import { fingerprintOf, pemOf } from '../../platform/saml/certificate.ts';
import * as own from '../../platform/saml/own-certificates.ts';
import type { Signer } from '../../platform/saml/sign.ts';

const DAY_MS = 86_400_000;

/** The tenant's keys for answers: RSA alone, which every service provider can check. */
export const samlKeys: own.CertifiedUse = {
  purpose: 'samlSigning',
  algorithms: ['RS256'],
  // What it signed lives for minutes; it stays in sight for administrators who compare fingerprints.
  shownMillis: 7 * DAY_MS,
  lifeMillis: 3 * 365 * DAY_MS,
};

/** The certificates that are shown, the signing one first; none where no administrator has opened the settings yet. */
export const shownCertificates = (tools: Tools, tenantId: string) => own.shownCertificates(tools, tenantId, samlKeys);

/** What signs for a tenant now. Throws `not_found`. */
export async function signerOf(tools: Tools, tenantId: string): Promise<Signer> {
  const signer = await own.findSigner(tools, tenantId, samlKeys);
  if (!signer) throw fail('not_found');
  return signer;
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
