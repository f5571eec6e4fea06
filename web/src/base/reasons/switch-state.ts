import type { LicenseReasons } from '#contract/licences/reasons.ts';

/** Why a license cannot be switched for one user. */
type SwitchBlock = 'rule' | 'seats' | 'role' | 'ended';

/** Whether a user has a license, and what keeps an administrator from changing that; undefined: nothing. */
export function switchState({
  ground,
  seatsLeft,
  status,
  checks,
}: Pick<LicenseReasons, 'ground' | 'seatsLeft' | 'status' | 'checks'>): { isOn: boolean; blockedBy?: SwitchBlock } {
  const isOn = ground === 'direct' || ground === 'all';
  if (ground === 'all') return { isOn, blockedBy: 'rule' };
  // Only of an active license anything is changed.
  if (status !== 'activated') return { isOn, blockedBy: 'ended' };
  if (isOn) return { isOn };
  if (checks.some(({ check, passed }) => check === 'role' && !passed)) return { isOn, blockedBy: 'role' };
  return seatsLeft === 0 ? { isOn, blockedBy: 'seats' } : { isOn };
}
