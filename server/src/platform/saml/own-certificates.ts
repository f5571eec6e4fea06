import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { SamlIdpCertificates } from '../db/rows.ts';
import type { Tx } from '../db/transaction.ts';
import type { KeyUse, StoredKey } from '../secrets/keyring.ts';
import type { Tools } from '../tools.ts';
import { selfSignedCertificate } from './certificate.ts';
import type { Signer } from './sign.ts';

/** Keys of a tenant that peers know by certificates: RSA alone, which all can check. */
export interface CertifiedUse extends KeyUse {
  lifeMillis: number;
}

export type Opened = Signer & { certificateDer: Buffer; startsAt: Date; expiresAt: Date };

/** By process, tenant and key: a key never changes, and opening one takes longer than a signature. */
const opened = new WeakMap<Tools, Map<string, Opened>>();
const MOST_OPENED = 1000;

/** The key's certificate with what is needed to sign. A key that has no certificate yet gets it. */
async function openKey(tools: Tools, tenantId: string, use: CertifiedUse, key: StoredKey): Promise<Opened> {
  const kept = opened.get(tools) ?? new Map<string, Opened>();
  opened.set(tools, kept);
  const name = `${tenantId} ${key.kid}`;
  const known = kept.get(name);
  if (known) return known;
  const keys = await tools.keyring.opened(tenantId, use);
  const found = keys.find(({ kid }) => kid === key.kid);
  if (!found) throw new Error(`The signing key ${key.kid} has gone`);
  const privateKey = createPrivateKey({ key: found.privateJwk as JsonWebKey, format: 'jwk' });
  const row = await certificateOf(tools, tenantId, use, key.kid, privateKey);
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

type Row = Selectable<SamlIdpCertificates>;

const find = (tx: Tx, kid: string): Promise<Row | undefined> =>
  tx.selectFrom('saml_idp_certificates').selectAll().where('kid', '=', kid).executeTakeFirst();

async function certificateOf(
  tools: Tools,
  tenantId: string,
  { lifeMillis }: CertifiedUse,
  kid: string,
  privateKey: KeyObject,
): Promise<Row> {
  const stored = await tools.db.reading(tenantId, (tx) => find(tx, kid));
  if (stored) return stored;
  // Whole seconds, as certificates have them.
  const startsAt = new Date(Math.floor(tools.clock().getTime() / 1000) * 1000);
  const expiresAt = new Date(startsAt.getTime() + lifeMillis);
  const publicKey = createPublicKey(privateKey);
  const certificate = selfSignedCertificate({ privateKey, publicKey, commonName: tenantId, startsAt, expiresAt });
  const row = { tenant_id: tenantId, kid, certificate, starts_at: startsAt, expires_at: expiresAt };
  return tools.db.inTenant(tenantId, async (tx) => {
    const rows = tx.insertInto('saml_idp_certificates').values(row);
    await rows.onConflict((conflict) => conflict.doNothing()).execute();
    // Another process may have made it: then its one is valid.
    return (await find(tx, kid)) as Row;
  });
}

/** The certificates that are shown, the signing one first; none where the keys were not made yet. */
export async function shownCertificates(
  tools: Tools,
  tenantId: string,
  use: CertifiedUse,
): Promise<(Opened & { key: StoredKey })[]> {
  const all: (Opened & { key: StoredKey })[] = [];
  for (const key of await tools.keyring.shown(tenantId, use))
    all.push({ ...(await openKey(tools, tenantId, use, key)), key });
  return all;
}

/** What signs for a tenant now; null where the keys were not made yet. */
export async function findSigner(tools: Tools, tenantId: string, use: CertifiedUse): Promise<Opened | null> {
  const key = (await tools.keyring.shown(tenantId, use)).find(({ state }) => state === 'current');
  return key ? openKey(tools, tenantId, use, key) : null;
}

/** Notes how many days before its end somebody was told of a certificate. */
export async function noteTold(tx: Tx, kid: string, days: number): Promise<void> {
  await tx.updateTable('saml_idp_certificates').where('kid', '=', kid).set({ noticed_days: days }).execute();
}
