import { sql } from 'kysely';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type CodeKind = 'exchange' | 'temporary' | 'ticket';

export interface OneTimeCode {
  code_hash: Buffer;
  kind: CodeKind;
  purpose: string;
  user_uuid: string | null;
  data: Record<string, unknown>;
  wrong_count: number;
  mfa_at: Date | null;
  expires_at: Date;
}

const columns = ['code_hash', 'kind', 'purpose', 'user_uuid', 'data', 'wrong_count', 'mfa_at', 'expires_at'] as const;

export interface NewCode {
  tenantId: string;
  kind: CodeKind;
  purpose: string;
  userUuid: string | null;
  data?: Record<string, unknown>;
  seconds: number;
  now: Date;
}

/**
 * Issues a one-time code (decisions.md: exchange code, temporary code, ticket) for one purpose and user. Returns
 * "<tenant id>.<secret>"; only a hash is stored.
 */
export async function issueCode(tx: Tx, code: NewCode): Promise<string> {
  const [issued = ''] = await issueCodes(tx, [code]);
  return issued;
}

/** Issues many one-time codes at once, in the given order. */
export async function issueCodes(tx: Tx, codes: readonly NewCode[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const secrets = codes.map(() => newSecret());
  const rows = codes.map((code, at) => ({
    tenant_id: code.tenantId,
    code_hash: hashSecret(secrets[at] ?? ''),
    kind: code.kind,
    purpose: code.purpose,
    user_uuid: code.userUuid,
    data: JSON.stringify(code.data ?? {}),
    created_at: code.now,
    expires_at: new Date(code.now.getTime() + code.seconds * 1000),
  }));
  await tx.insertInto('one_time_codes').values(rows).execute();
  return codes.map(({ tenantId }, at) => `${tenantId}.${secrets[at]}`);
}

/** Consumes a code: returns it to the first caller, and null to later ones, for another purpose, or after expiry. */
export async function consumeCode(
  tx: Tx,
  codeHash: Buffer,
  kind: CodeKind,
  purpose: string,
  now: Date,
): Promise<OneTimeCode | null> {
  const row = await tx
    .updateTable('one_time_codes')
    .set({ consumed_at: now })
    .where('code_hash', '=', codeHash)
    .where('kind', '=', kind)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Reads a valid code without consuming it. `purpose` null: any. */
export async function findCode(
  tx: Tx,
  codeHash: Buffer,
  kind: CodeKind,
  purpose: string | null,
  now: Date,
): Promise<OneTimeCode | null> {
  let query = tx
    .selectFrom('one_time_codes')
    .select(columns)
    .where('code_hash', '=', codeHash)
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now);
  if (purpose !== null) query = query.where('purpose', '=', purpose);
  return (await query.executeTakeFirst()) ?? null;
}

/** Counts a wrong one-time code for a temporary code; false once `most` are used up. */
export async function countWrongFor(tx: Tx, codeHash: Buffer, most: number): Promise<boolean> {
  const row = await tx
    .updateTable('one_time_codes')
    .set((eb) => ({ wrong_count: eb('wrong_count', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .where('wrong_count', '<', most)
    .returning('wrong_count')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the users' open codes for a purpose: a newer one replaces them, or they are no longer needed. */
export async function revokeCodes(
  tx: Tx,
  users: string | readonly string[],
  purpose: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ consumed_at: now })
    .where('user_uuid', '=', sql<string>`any (${typeof users === 'string' ? [users] : users}::uuid[])`)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .execute();
}

/** Revokes the mailed links of users for a purpose. */
export async function revokeLinks(tx: Tx, userUuids: readonly string[], purpose: string, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ consumed_at: now })
    .where('user_uuid', '=', sql<string>`any (${userUuids}::uuid[])`)
    .where('purpose', '=', purpose)
    .where('kind', '=', 'exchange')
    .where('consumed_at', 'is', null)
    .execute();
}

/** Links mailed before to an address for a URL are worthless from now on. */
export async function revokeLinksTo(
  tx: Tx,
  purpose: string,
  { urlUuid, mailAddress }: { urlUuid: string; mailAddress: string },
  now: Date,
): Promise<void> {
  await sql`
    update one_time_codes set consumed_at = ${now}
    where user_uuid is null and purpose = ${purpose} and kind = 'exchange' and consumed_at is null
      and data ->> 'urlUuid' = ${urlUuid} and lower(data ->> 'mailAddress') = ${mailAddress.toLowerCase()}`.execute(tx);
}

/** Stores on a temporary code that MFA was completed, with the hash of the ID that proves it. */
export async function storeAuthMfa(tx: Tx, codeHash: Buffer, authMfaHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ mfa_at: now, data: sql`data || ${JSON.stringify({ authMfaHash })}::jsonb` })
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Revokes every open code of the users, whatever it is for. */
export async function revokeEveryCodeOf(tx: Tx, userUuids: readonly string[], now: Date): Promise<void> {
  await sql`
    update one_time_codes set consumed_at = ${now}
    where user_uuid = any (${userUuids}::uuid[]) and consumed_at is null`.execute(tx);
}

/** Revokes every open code of the tenant. */
export async function revokeEveryCode(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('one_time_codes').set({ consumed_at: now }).where('consumed_at', 'is', null).execute();
}
