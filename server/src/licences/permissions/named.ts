import type { Tx } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import { isAllowed, isInRule } from './decide.ts';
import { findReversed, type HeldLicense, type Holder } from './queries.ts';
import { isAnyDeviceNew } from './rule-queries.ts';
import { entryOf } from './saving.ts';

/** A holder that a new rule names as an exception. */
export interface Named {
  uuid: string;
  /** True if it was an exception before. */
  wasNamed: boolean;
  wasPermitted: boolean;
  permitted: boolean;
  /** True if the license is for this holder; otherwise an assignment uses no seat. */
  isAllowed: boolean;
}

/** State of the holders that a new rule names, before and after. */
export async function readNamed(
  tx: Tx,
  before: HeldLicense,
  after: HeldLicense,
  holders: readonly Holder[],
): Promise<Named[]> {
  const reversed = await findReversed(
    tx,
    before,
    holders.map(({ uuid }) => uuid),
  );
  return holders.map((holder) => {
    const wasNamed = reversed.has(holder.uuid);
    return {
      uuid: holder.uuid,
      wasNamed,
      wasPermitted: isInRule(before, holder) !== wasNamed,
      permitted: !isInRule(after, holder),
      isAllowed: isAllowed(after, holder),
    };
  });
}

/**
 * True if a new rule assigns the license to a user who did not have it. `counted` (users the license is for, and those
 * who had it) makes a subtraction enough, so that only named users are read.
 */
export async function permitsSomebodyNew(
  tx: Tx,
  before: HeldLicense,
  after: HeldLicense,
  counted: { allowed: number; permitted: number },
  named: readonly Named[],
): Promise<boolean> {
  if (after.volume_type === 'device') return isAnyDeviceNew(tx, before, after);
  if (!after.all_users) return named.some(({ wasPermitted }) => !wasPermitted);
  const stillOut = named.filter((one) => one.isAllowed && !one.wasPermitted);
  return counted.allowed - counted.permitted > stillOut.length;
}

/**
 * Log entries of the holders that a new rule names: those whose assignment changed, and those where only the reason
 * did.
 */
export function entriesOfNamed({ volume_type, license_id }: HeldLicense, named: readonly Named[]): AuditEntry[] {
  return named.flatMap((one) => {
    if (one.permitted !== one.wasPermitted) return [entryOf(volume_type, license_id, one)];
    if (one.wasNamed) return [];
    return [
      {
        type: `${volume_type}.permissionsChanged`,
        targetId: one.uuid,
        changes: { namedInLicenseRule: { after: license_id } },
      },
    ];
  });
}
