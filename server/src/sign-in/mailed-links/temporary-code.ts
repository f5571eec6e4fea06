import type { LinkPurpose } from '#contract/joining/exchange-code.ts';
import { fail } from '#contract/errors.ts';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { findCode, type OneTimeCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { resetFacts } from '../account.ts';
import { may } from '../may.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

export interface CodeKey {
  tenantId: string;
  codeHash: Buffer;
}

/** A temporary code with its user. */
export interface Subject extends Omit<queries.SubjectRow, 'security_policy'> {
  policy: SecurityPolicy;
}

/** Counts a call with a code against the client's rate limit. Throws `too_many_requests`. */
export async function spendCodeTry(tools: Tools, client: ClientInfo, now: Date): Promise<void> {
  const limit: Limit = { name: 'accountCode', key: client.network, most: 600, withinSeconds: 900 };
  await spendTry(tools.db, [limit], now);
}

/** Reads an exchange or temporary code; `tenantId`, if given, must be its tenant. Throws `revoked_or_expired`. */
export function readCodeKey(code: string, tenantId?: string): CodeKey {
  const parts = splitTenantSecret(code);
  if (!parts || parts.tenantId === PROVIDER) throw fail('revoked_or_expired');
  if (tenantId !== undefined && tenantId !== parts.tenantId) throw fail('revoked_or_expired');
  return { tenantId: parts.tenantId, codeHash: parts.secretHash };
}

/**
 * Finds the user of a temporary code that is valid for a purpose. `exchangeCode`, if given, must be the one it was
 * traded for. Throws `revoked_or_expired`.
 */
export async function findTemporaryCode(
  tx: Tx,
  key: CodeKey,
  purpose: LinkPurpose,
  now: Date,
  exchangeCode?: string,
): Promise<{ code: OneTimeCode; subject: Subject }> {
  const code = await findCode(tx, key.codeHash, 'temporary', purpose, now);
  const subject = code?.user_uuid ? await readSubject(tx, code.user_uuid, purpose, now) : null;
  if (!code || !subject) throw fail('revoked_or_expired');
  if (exchangeCode !== undefined) {
    const exchanged = readCodeKey(exchangeCode, key.tenantId).codeHash.toString('base64url');
    if (code.data.exchangeHash !== exchanged) throw fail('revoked_or_expired');
  }
  return { code, subject };
}

/** The user of a link; null if the link no longer works for them. */
export async function readSubject(tx: Tx, userUuid: string, purpose: LinkPurpose, now: Date): Promise<Subject | null> {
  const row = await queries.findSubject(tx, userUuid);
  if (!row || !mayUseLink(purpose, row, now)) return null;
  const { security_policy, ...rest } = row;
  return { ...rest, policy: securityPolicy.parse(security_policy) };
}

/** True if a link may still be used. Its user may have been deactivated or have registered since. */
function mayUseLink(purpose: LinkPurpose, subject: queries.SubjectRow, now: Date): boolean {
  if (purpose === 'resetPassword') return may(resetFacts(subject, now), 'reset');
  return subject.tenant_status === 'active' && subject.status === 'registering';
}

/** The part of a password policy that pages show. */
export function policyAnswer({ passwordPolicy }: SecurityPolicy) {
  const { expiresAfterDays: _, ...rules } = passwordPolicy;
  return rules;
}
