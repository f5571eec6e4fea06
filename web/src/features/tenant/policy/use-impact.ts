import { useEffect, useState } from 'react';
import type { previewPolicy } from '#contract/tenant/security-policy-routes.ts';
import { type PolicyEffect, policyEffects } from '#contract/policy-effects.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { SomeSecurityPolicy } from '#contract/security-policy.ts';
import { isCancelled } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

type Preview = AnswerOf<typeof previewPolicy>;
export type TouchedPeople = { effect: PolicyEffect; users: number; you: boolean };

/** Whom the edits touch, as far as it is counted. */
export type Impact = {
  touched: readonly TouchedPeople[];
  /** Users that any effect touches. */
  users: number;
  counted: number;
  usersTotal: number | undefined;
  done: boolean;
  error?: unknown;
  /** Counts once more from the start. */
  retry?: () => void;
};

export const uncounted: Impact = { touched: [], users: 0, counted: 0, usersTotal: undefined, done: false };
const DEBOUNCE_MS = 300;

/** A further bite of users added to what is counted. */
export function addBite(impact: Impact, bite: Preview): Impact {
  return {
    touched: bite.effects.map(({ effect, users, you }) => {
      const before = impact.touched.find((one) => one.effect === effect);
      return { effect, users: users + (before?.users ?? 0), you };
    }),
    users: impact.users + bite.touched,
    counted: impact.counted + bite.counted,
    usersTotal: bite.usersTotal,
    done: bite.cursor === undefined,
  };
}

/** The most users whom an effect keeps from something until they act. */
export function forcedUsers({ touched }: Impact): number {
  return Math.max(0, ...touched.filter(({ effect }) => policyEffects[effect].forced).map(({ users }) => users));
}

async function count(
  tenantId: string,
  policy: SomeSecurityPolicy,
  signal: AbortSignal,
  say: (impact: Impact) => void,
): Promise<void> {
  let impact = uncounted;
  let cursor: string | undefined;
  do {
    const bite: Preview = await call<typeof previewPolicy>({
      method: 'POST',
      path: '/api/auth/tenants/{tenantId}/securityPolicy/operations/preview',
      params: { tenantId },
      body: { securityPolicy: policy, ...(cursor ? { cursor } : {}) },
      pattern: 'powerUser',
      signal,
    });
    impact = addBite(impact, bite);
    cursor = bite.cursor;
    if (signal.aborted) return;
    say(impact);
  } while (cursor);
}

/**
 * Counts whom edits would touch, bite by bite, once no key was pressed for a moment. `policy`: nothing to count when
 * absent. `version` is the one they would be saved over.
 */
export function useImpact(tenantId: string, policy: SomeSecurityPolicy | undefined, version: number): Impact {
  const asked = policy && JSON.stringify([version, policy]);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ asked: string | undefined; impact: Impact }>({ asked, impact: uncounted });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the edits by their content
  useEffect(() => {
    if (!policy) return;
    const abort = new AbortController();
    const retry = () => {
      say(uncounted);
      setRound((before) => before + 1);
    };
    const say = (impact: Impact) => setState({ asked, impact });
    const timer = setTimeout(() => {
      count(tenantId, policy, abort.signal, say).catch((error) => {
        if (!isCancelled(error) && !abort.signal.aborted) say({ ...uncounted, error, retry });
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [tenantId, asked, round]);
  return state.asked === asked ? state.impact : uncounted;
}
