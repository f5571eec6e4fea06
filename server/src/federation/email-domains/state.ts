import { DOMAIN_GRACE_DAYS, type DomainCause, type DomainState } from '#contract/federation/email-domain-values.ts';

const GRACE_MS = DOMAIN_GRACE_DAYS * 86_400_000;

/** What is known of the proof of a domain. */
export interface Proof {
  proven_at: Date | null;
  /** Since when the proof of a proven domain is not found. */
  missing_since: Date | null;
}

export const stateOf = ({ proven_at, missing_since }: Proof): DomainState =>
  proven_at === null ? 'waiting' : missing_since === null ? 'proven' : 'missing';

/** When a proven domain whose proof is missing stops being proven. */
export const graceEnd = ({ missing_since }: Proof): Date | null =>
  missing_since && new Date(missing_since.getTime() + GRACE_MS);

/** What a check leads to; `cause`: why the proof was not found, null if it was. */
export function afterCheck(before: Proof, cause: DomainCause | null, now: Date): Proof {
  if (cause === null) return { proven_at: before.proven_at ?? now, missing_since: null };
  if (before.proven_at === null) return { proven_at: null, missing_since: null };
  const missing_since = before.missing_since ?? now;
  const isOver = now.getTime() - missing_since.getTime() >= GRACE_MS;
  return isOver ? { proven_at: null, missing_since: null } : { proven_at: before.proven_at, missing_since };
}
