import { describe, expect, test } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import { rolePermissions } from '#contract/roles.ts';
import { type GuardFacts, guardChecks, judge, type PageNeeds, type Verdict } from './guard.ts';
import { createNavigationGuard } from './navigation-guard.ts';

function me(role: 'User' | 'PowerUser', setupRequired = false): Me {
  const mfaStatus = { enabled: true, enforced: setupRequired, setupRequired };
  return { userId: 'taro', roles: [role], permissions: [...rolePermissions([role])], mfaStatus } as unknown as Me;
}

const user = me('User');
const signedIn = (who: Me | undefined, ...toggles: string[]): GuardFacts => ({
  signedIn: true,
  me: who,
  toggles: new Set(toggles),
});
const nobody: GuardFacts = { signedIn: false, me: undefined, toggles: new Set() };

describe('the route guard', () => {
  test('checks in the order of the spec', () => {
    expect(guardChecks.map(({ name }) => name)).toEqual(['login', 'role', 'mfaSetup', 'featureToggle', 'user']);
  });

  const own: PageNeeds = { permission: 'me' };
  const admin: PageNeeds = { permission: 'tenant:read' };
  const toggled: PageNeeds = { permission: 'me', toggle: 'deviceLoginSettings' };
  const cases: [string, PageNeeds, GuardFacts, Verdict][] = [
    ['one’s own page', own, signedIn(user), 'open'],
    ['a page without needs', {}, signedIn(user), 'open'],
    ['nobody is signed in', own, nobody, 'signIn'],
    [
      'nobody is signed in, and the page needs everything',
      { ...admin, toggle: 'deviceLoginSettings' },
      nobody,
      'signIn',
    ],
    ['signing out needs no sign-in', { isLogout: true }, nobody, 'open'],
    ['signing out without a second factor', { isLogout: true }, signedIn(me('User', true)), 'open'],
    ['a user at an administrators’ page', admin, signedIn(user), 'forbidden'],
    ['an administrator there', admin, signedIn(me('PowerUser')), 'open'],
    ['the role goes before the second factor', admin, signedIn(me('User', true)), 'forbidden'],
    ['a second factor is due', own, signedIn(me('User', true)), 'mfaSetup'],
    ['the second factor goes before the toggle', toggled, signedIn(me('User', true)), 'mfaSetup'],
    ['the toggle is off', toggled, signedIn(user), 'notFound'],
    ['another toggle is on', toggled, signedIn(user, 'deviceAuthorization'), 'notFound'],
    ['the toggle is on', toggled, signedIn(user, 'deviceLoginSettings'), 'open'],
    ['the user could not be fetched', own, signedIn(undefined), 'unknownError'],
    ['nor at an administrators’ page', admin, signedIn(undefined), 'unknownError'],
    ['the toggle goes before the missing user', toggled, signedIn(undefined), 'notFound'],
  ];
  test.each(cases)('%s', (_, page, facts, verdict) => {
    expect(judge(page, facts)).toBe(verdict);
  });
});

describe('the navigation guard', () => {
  test.each<[string, [href: string, at: number][], boolean[]]>([
    ['the first goes', [['/a', 0]], [true]],
    [
      'the same again at once is blocked',
      [
        ['/a', 0],
        ['/a', 1],
      ],
      [true, false],
    ],
    [
      'and still after 999 ms',
      [
        ['/a', 0],
        ['/a', 999],
      ],
      [true, false],
    ],
    [
      'but not after 1000 ms',
      [
        ['/a', 0],
        ['/a', 1000],
      ],
      [true, true],
    ],
    [
      'a blocked try does not lengthen the wait',
      [
        ['/a', 0],
        ['/a', 900],
        ['/a', 1100],
      ],
      [true, false, true],
    ],
    [
      'another address goes',
      [
        ['/a', 0],
        ['/b', 10],
      ],
      [true, true],
    ],
    [
      'also another search of the same page',
      [
        ['/a?page=1', 0],
        ['/a?page=2', 10],
      ],
      [true, true],
    ],
    [
      'there and back goes',
      [
        ['/a', 0],
        ['/b', 10],
        ['/a', 20],
      ],
      [true, true, true],
    ],
  ])('%s', (_, navigations, expected) => {
    let now = 0;
    const mayNavigate = createNavigationGuard(() => now);
    const answers = navigations.map(([href, at]) => {
      now = at;
      return mayNavigate(href);
    });
    expect(answers).toEqual(expected);
  });
});
