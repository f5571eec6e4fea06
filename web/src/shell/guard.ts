import type { Me } from '#contract/sign-in/me.ts';
import type { Permission } from '#contract/roles.ts';
import type { FeatureToggle } from '#contract/toggles.ts';

/** What a page asks of who opens it. */
export type PageNeeds = {
  /** Signing out is open to everybody. */
  isLogout?: boolean;
  permission?: Permission;
  toggle?: FeatureToggle;
};

/** What is known of who opens a page. */
export type GuardFacts = {
  /** The tab holds a sign-in. */
  signedIn: boolean;
  /** Absent where the user could not be fetched. */
  me: Me | undefined;
  /** Toggles that could not be fetched count as off. */
  toggles: ReadonlySet<string>;
};

export type GuardCheck = {
  name: 'login' | 'role' | 'mfaSetup' | 'featureToggle' | 'user';
  /** What happens to a page that this check stops. */
  verdict: 'signIn' | 'forbidden' | 'mfaSetup' | 'notFound' | 'unknownError';
  stops: (page: PageNeeds, facts: GuardFacts) => boolean;
};

export type Verdict = GuardCheck['verdict'] | 'open';

/** The route guard (spec section 4): the first check that stops a page decides. */
export const guardChecks: readonly GuardCheck[] = [
  { name: 'login', verdict: 'signIn', stops: ({ isLogout }, { signedIn }) => !isLogout && !signedIn },
  {
    name: 'role',
    verdict: 'forbidden',
    stops: ({ permission }, { me }) => !!permission && !!me && !me.permissions.includes(permission),
  },
  {
    name: 'mfaSetup',
    verdict: 'mfaSetup',
    stops: ({ isLogout }, { me }) => !isLogout && !!me?.mfaStatus.setupRequired,
  },
  { name: 'featureToggle', verdict: 'notFound', stops: ({ toggle }, { toggles }) => !!toggle && !toggles.has(toggle) },
  { name: 'user', verdict: 'unknownError', stops: ({ isLogout }, { me }) => !isLogout && !me },
];

/** What happens to a page. Pure: the same page and facts, the same verdict. */
export function judge(page: PageNeeds, facts: GuardFacts): Verdict {
  return guardChecks.find((check) => check.stops(page, facts))?.verdict ?? 'open';
}
