import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';

/** Longest value kept of a refused answer. */
const MOST_SHOWN = 200;

/** An answer that is refused, with what was found and what would have been right, where that helps. */
export class SamlRefusal extends Error {
  override readonly cause: SamlFailureCause;
  readonly found: string | null;
  readonly expected: string | null;
  constructor(cause: SamlFailureCause, { found, expected }: { found?: string; expected?: string } = {}) {
    super(cause);
    this.cause = cause;
    this.found = found === undefined ? null : found.slice(0, MOST_SHOWN);
    this.expected = expected ?? null;
  }
}
