import type { Me } from '#contract/sign-in/me.ts';
import { fail } from '#contract/errors.ts';
import { isMfaEnforced, isMfaSetupRequired } from '#contract/mfa.ts';
import { rightsOf } from '#contract/roles.ts';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';
import type { KnownAccount } from '../../platform/http/known-accounts.ts';
import { type MeRow, readMeRow, readMeRowPrepared } from './queries.ts';

/** The current user (spec section 3, Me), as the transaction sees them. Throws `no_user_exists`. */
export async function readMe(tx: Tx, uuid: string): Promise<Me> {
  return toMe(await readMeRow(tx, uuid));
}

const kept = new WeakMap<KnownAccount, { transactions: number; me: Promise<Me> }>();

/**
 * The current user, cached with the caller's account state (`principals`): at most half a second old, and never older
 * than a write by this process. Throws `no_user_exists`.
 */
export function currentMe(
  db: Database,
  caller: { tenantId: string; uuid: string; account: KnownAccount },
): Promise<Me> {
  const { tenantId, uuid, account } = caller;
  const transactions = db.transactions(tenantId);
  const hit = kept.get(account);
  if (hit?.transactions === transactions) return hit.me;
  const me = readMeRowPrepared(db.pool, tenantId, uuid).then((row) => toMe(row, account.policy));
  kept.set(account, { transactions, me });
  // Failed reads are not cached.
  me.catch(() => kept.delete(account));
  return me;
}

/** `policy`: the tenant's, if already read. */
function toMe(row: MeRow | null, policy?: SecurityPolicy): Me {
  if (!row) throw fail('no_user_exists');
  const totpEnabled = row.totps.some((totp) => totp.enabled);
  const rule = (policy ?? securityPolicy.parse(row.security_policy)).loginPolicy.mfa;
  const passwordAssigned = row.password_changed_at !== null;
  return {
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    tenantLocale: row.tenant_locale,
    tenantTimezone: row.tenant_timezone,
    tenantCountry: row.tenant_country,
    userId: row.user_id,
    uuid: row.uuid,
    familyName: row.family_name,
    givenName: row.given_name,
    status: row.status,
    roles: row.roles,
    permissions: [...rightsOf(row.grants).permissions],
    department: row.department,
    location: row.location,
    locale: row.locale,
    timezone: row.timezone,
    loginMailAddress: row.login_mail_address,
    nextLoginMailAddress: row.next_login_mail_address,
    loginMailAddressConfirmationExpiresAt: row.next_login_mail_address_expires_at?.toISOString() ?? null,
    mailAddresses: row.mail_addresses,
    totp: row.totps.map((totp) => ({
      uuid: totp.uuid,
      enabled: totp.enabled,
      activatedAt: totp.activated_at && new Date(totp.activated_at).toISOString(),
    })),
    recoveryCodesLeft: row.recovery_codes_left,
    passwordAssigned,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    userCodeAssigned: row.user_code_assigned,
    mfaStatus: {
      enabled: rule.enabled,
      enforced: isMfaEnforced(row, rule),
      setupRequired: isMfaSetupRequired({ ...row, totpEnabled, passwordAssigned }, rule),
    },
    source: row.source,
    loginedAt: row.logined_at?.toISOString() ?? null,
    appExtension: row.app_extension,
  };
}
