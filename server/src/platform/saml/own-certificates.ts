import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { OwnCertification } from '#contract/own-certification.ts';
import type { SamlIdpCertificates } from '../db/rows.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../db/transaction.ts';
import type { KeyUse, StoredKey } from '../secrets/keyring.ts';
import type { Tools } from '../tools.ts';
import { fingerprintOf, pemOf, selfSignedCertificate } from './certificate.ts';
import type { Signer } from './sign.ts';

/** Keys of a tenant that peers know by certificates: RSA alone, which all can check. */
export interface CertifiedUse extends KeyUse {
  /** How long a key is used. One that is announced lives twice as long: it is published while the one before is used. */
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
  const row = await certificateOf(tools, tenantId, use, key, privateKey);
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
  { kid, state }: StoredKey,
  privateKey: KeyObject,
): Promise<Row> {
  const stored = await tools.db.reading(tenantId, (tx) => find(tx, kid));
  if (stored) return stored;
  // Whole seconds, as certificates have them.
  const startsAt = new Date(Math.floor(tools.clock().getTime() / 1000) * 1000);
  const expiresAt = new Date(startsAt.getTime() + (state === 'next' ? 2 : 1) * lifeMillis);
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

/** As administrators see them. */
export const toOwnCertification = ({
  key: { kid, state, shownUntil },
  certificateDer,
  startsAt,
  expiresAt,
}: Opened & { key: StoredKey }): OwnCertification => ({
  certificationId: kid,
  state,
  active: state === 'current',
  fingerprint: fingerprintOf(certificateDer),
  startsAt: startsAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  keptUntil: shownUntil?.toISOString() ?? null,
  pem: pemOf(certificateDer),
});

/**
 * Puts the next key to use. `known`: the one in use as the caller knows it. `note` writes what belongs to it in the same
 * transaction, from the IDs of the keys before and after. Throws `conflict` without keys, and where another is in use.
 */
export async function switchCertificate(
  tools: Tools,
  tenantId: string,
  use: CertifiedUse,
  known: string | undefined,
  note: (tx: Tx, moved: { before: string; after: string }) => Promise<void>,
): Promise<void> {
  const current = (keys: readonly StoredKey[]) => keys.find(({ state }) => state === 'current')?.kid;
  const shown = current(await tools.keyring.shown(tenantId, use));
  if (shown === undefined) throw fail('conflict');
  const before = known ?? shown;
  const within = (tx: Tx, keys: readonly StoredKey[]) => note(tx, { before, after: current(keys) ?? '' });
  if (!(await tools.keyring.rotateFrom(tenantId, use, before, within))) throw fail('conflict');
}

/**
 * Withdraws a key that is not in use. `note` writes what belongs to it in the same transaction. Throws `not_found`,
 * `cannot_delete_active_certification`.
 */
export async function withdrawCertificate(
  tools: Tools,
  tenantId: string,
  use: CertifiedUse,
  kid: string,
  note: (tx: Tx) => Promise<void>,
): Promise<void> {
  const outcome = await tools.keyring.withdrawUnused(tenantId, use, kid, note);
  if (outcome === 'current') throw fail('cannot_delete_active_certification');
  if (outcome === null) throw fail('not_found');
}

/** The certificate of the key that is in use, with how many days before its end somebody was told of it; locked. */
export const holdCurrent = (tx: Tx, { purpose }: KeyUse) => currentOf(tx, purpose).forUpdate('c').executeTakeFirst();

/** The same, not locked. */
export const findCurrent = (tx: Tx, { purpose }: KeyUse) => currentOf(tx, purpose).executeTakeFirst();

const currentOf = (tx: Tx, purpose: KeyUse['purpose']) =>
  tx
    .selectFrom('saml_idp_certificates as c')
    .innerJoin('signing_keys as k', 'k.kid', 'c.kid')
    .select(['c.kid', 'c.expires_at', 'c.noticed_days'])
    .where('k.state', '=', 'current')
    .where('k.purpose', '=', purpose);

/** Notes that metadata with the certificates of a use was loaded; to the minute. */
export async function noteMetadataRead(tx: Tx, { purpose }: KeyUse, now: Date): Promise<void> {
  await sql`
    update saml_idp_certificates c set read_at = ${now} from signing_keys k
    where k.tenant_id = c.tenant_id and k.kid = c.kid and k.purpose = ${purpose} and k.state <> 'retired'
      and (c.read_at is null or c.read_at < ${now}::timestamptz - interval '1 minute')`.execute(tx);
}

/** When metadata with a certificate was last loaded; null: never. */
export async function metadataReadAt(tx: Tx, kid: string): Promise<Date | null> {
  return (await find(tx, kid))?.read_at ?? null;
}

/** Notes how many days before its end somebody was told of a certificate. */
export async function noteTold(tx: Tx, kid: string, days: number): Promise<void> {
  await tx.updateTable('saml_idp_certificates').where('kid', '=', kid).set({ noticed_days: days }).execute();
}
