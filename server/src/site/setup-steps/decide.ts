import { administratorRole } from '#contract/roles.ts';
import { type SetupStepId, setupStepIds } from '#contract/site/setup-steps.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';

export interface SetupFacts {
  policy: SecurityPolicy;
  hasTheme: boolean;
  hasOwnFactor: boolean;
  hasSecondAdministrator: boolean;
  hasPeople: boolean;
  hasGroups: boolean;
}

const checks: Record<SetupStepId, (facts: SetupFacts) => boolean> = {
  ownSecondFactor: ({ hasOwnFactor }) => hasOwnFactor,
  secondAdministrator: ({ hasSecondAdministrator }) => hasSecondAdministrator,
  people: ({ hasPeople }) => hasPeople,
  groups: ({ hasGroups }) => hasGroups,
  // Most important for administrators.
  enforceSecondFactor: ({ policy: { loginPolicy } }) => {
    const { enabled, roles } = loginPolicy.mfa.siteEnforceMfa;
    return loginPolicy.mfa.enabled && enabled && roles.includes(administratorRole);
  },
  theme: ({ hasTheme }) => hasTheme,
};

/** Steps of a new tenant in their order, each done or open. */
export function judgeSteps(facts: SetupFacts): { id: SetupStepId; done: boolean }[] {
  return setupStepIds.map((id) => ({ id, done: checks[id](facts) }));
}
