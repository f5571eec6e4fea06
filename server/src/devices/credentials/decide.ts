import { DEVICE_RETRY_SECONDS } from '#contract/limits.ts';

/** A secret of a known family, compared with the stored state. */
export interface ShownSecret {
  isCurrent: boolean;
  /** True for the secret issued to replace the current one. */
  isNext: boolean;
  /** When that was; null if none was issued. */
  nextAt: Date | null;
  /** For the first secret only. */
  expiresAt: Date | null;
}

export type Verdict =
  /** Valid; a new one is issued. The current one stays valid until that is used. */
  | { kind: 'renew' }
  /** The next secret was used and becomes the current one. */
  | { kind: 'advance' }
  /** It was used a moment ago. Of many concurrent uses one wins; a device that lost the answer retries. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'expired' }
  /** A replaced secret: a copy of it exists (RFC 9700 section 4.14.2). */
  | { kind: 'cloned' };

export function judgeSecret({ isCurrent, isNext, nextAt, expiresAt }: ShownSecret, now: Date): Verdict {
  if (isNext) return { kind: 'advance' };
  if (!isCurrent) return { kind: 'cloned' };
  if (expiresAt !== null && expiresAt <= now) return { kind: 'expired' };
  const waited = nextAt === null ? Number.POSITIVE_INFINITY : (now.getTime() - nextAt.getTime()) / 1000;
  if (waited < DEVICE_RETRY_SECONDS) return { kind: 'wait', seconds: Math.ceil(DEVICE_RETRY_SECONDS - waited) };
  return { kind: 'renew' };
}
