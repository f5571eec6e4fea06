import { storePins } from '../../credentials/device-login/user-codes.ts';
import { fail } from '#contract/errors.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { effectivePinPolicy, newPin } from '../../credentials/device-login/pin.ts';
import { findReceivers, type MailTo, queueMailsTo } from '../../tenant/notices/notices.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

export interface Sending {
  tools: Tools;
  tx: Tx;
  run: queries.RunRow;
  now: Date;
}

/** PINs of the required length collide in fewer than one in ten cases. */
const MOST_ROUNDS = 20;

/** Whether the tenant uses PINs, and their rules for its number of users. */
export async function readPinPolicy(tx: Tx) {
  const { users, security_policy } = await queries.readTenant(tx);
  const { userCode } = securityPolicy.parse(security_policy).loginPolicy;
  return { enabled: userCode.enabled, rule: effectivePinPolicy(userCode, users) };
}

/**
 * Replaces each user's PIN and emails the new one. The sealed email is the only place where it can be read. Returns
 * mail IDs by user. Throws `service_busy` when no free PINs were found.
 */
export async function publishPins(
  { tools, tx, run, now }: Sending,
  users: readonly string[],
): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const { tenant_id: tenantId } = run;
  const { rule } = await readPinPolicy(tx);
  const pins = new Map<string, string>();
  const hashes = new Map<string, Buffer>();
  for (let round = 0; pins.size < users.length; round += 1) {
    if (round === MOST_ROUNDS) throw fail('service_busy', { retryAfter: 1 });
    const made = [...new Set(users.slice(pins.size).map(() => newPin(rule)))].map(
      (pin) => [pin, tools.keyedHash('userCode', tenantId, pin)] as const,
    );
    const taken = await queries.findTakenPins(
      tx,
      made.map(([, hash]) => hash),
    );
    const known = new Set(pins.values());
    for (const [pin, hash] of made) {
      const user = users[pins.size];
      if (user === undefined || known.has(pin) || taken.has(hash.toString('hex'))) continue;
      pins.set(user, pin);
      hashes.set(user, hash);
    }
  }
  await storePins(tx, hashes, rule.minLength, now);
  const link = `${tools.config.publicUrl}/portal/account/device_login_settings`;
  const mails = (await findReceivers(tx, users)).map(
    (receiver): MailTo => ({ receiver, link, variables: { pin: pins.get(receiver.uuid ?? '') ?? '' } }),
  );
  return queueMailsTo(tools, tx, mails, { kind: 'userCode', now });
}
