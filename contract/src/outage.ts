/** States of a status component. */
export const componentStatuses = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const;
export type ComponentStatus = (typeof componentStatuses)[number];

export type OutageState = 'major' | 'partial' | 'none';

/**
 * The state the outage banner shows (spec section 4): major when every tracked component is in major or partial
 * outage, partial when some are. Without tracked components there is nothing to announce.
 */
export function outageState(components: readonly { status: string }[]): OutageState {
  const out = components.filter(({ status }) => status === 'major_outage' || status === 'partial_outage').length;
  if (out === 0) return 'none';
  return out === components.length ? 'major' : 'partial';
}
