import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/people/users-fields.ts';
import type { SignInObstacle, UserSignIn } from '#contract/sign-in/user-sign-in.ts';
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../../test/page.tsx';
import { serve } from '../../../../../test/server.ts';
import { SignInState } from './SignInState.tsx';

vi.mock('../../../../api/call.ts', () => import('../../../../../test/server.ts'));

const nobody = { tenantId: 'demo', userId: 'naoko', status: 'active', source: 'local', nextLoginMailAddress: null };
const fresh = { ...nobody, loginMailAddress: 'n@example.com', passwordAssigned: true, readOnlyFields: [] as string[] };
const allowed: UserSignIn = {
  ...{ maySignIn: true, loginTypes: ['loginMailAddress', 'userId'], byProvider: false, passwordOpen: true },
  ...{ obstacles: [], demands: [] },
};
const obstacle = (check: SignInObstacle['check'], more: Partial<SignInObstacle> = {}): SignInObstacle => ({
  ...{ check, at: 'everywhere', until: null, failures: null, remedy: null },
  ...more,
});

let standing = allowed;
beforeEach(() => {
  standing = allowed;
  serve({ 'GET /signIn': () => standing });
});
afterEach(cleanup);

const acts = vi.fn();
const adds = vi.fn();

async function show(state: Partial<UserSignIn>, user: object = {}) {
  standing = { ...allowed, ...state };
  const shown = { ...fresh, ...user } as unknown as User;
  const component = () => <SignInState user={shown} busy={false} onAct={acts} onAddAddress={adds} />;
  openPage({ path: '/portal/users/$userId', component }, '/portal/users/naoko', { users }, [
    { path: '/portal/tenant/login-settings', component: () => <h1>Settings</h1> },
  ]);
  return screen.findByRole('region');
}

test.each<[string, Partial<UserSignIn>, object, string, string | null]>([
  ['whom nothing keeps out', {}, {}, users['standing.allowed_all'], null],
  ['with a provider alone', { loginTypes: [], byProvider: true }, {}, users['standing.allowed_provider'], null],
  ['with a provider too', { byProvider: true }, {}, users['standing.alsoByProvider'], null],
  [
    'whom neither a password nor a provider signs in',
    { maySignIn: false, loginTypes: [], passwordOpen: false, obstacles: [obstacle('password_open')] },
    {},
    users['obstacle.password_open'],
    null,
  ],
  ['with a user ID alone', { loginTypes: ['userId'] }, {}, users['standing.allowed_userId'], null],
  [
    'who is locked for a while',
    {
      maySignIn: false,
      obstacles: [obstacle('not_locked', { until: '2026-11-24T03:38:00Z', failures: 10, remedy: 'unlock' })],
    },
    { status: 'locked' },
    'Locked until Nov 24, 2026, 03:38 after 10 failed sign-ins.',
    'unlock',
  ],
  [
    'whom only an administrator lets in',
    { maySignIn: false, obstacles: [obstacle('not_stopped', { failures: 100, remedy: 'unlock' })] },
    { status: 'locked' },
    'Locked until an administrator unlocks it, after 100 failed sign-ins.',
    'unlock',
  ],
  [
    'whom strangers guess at',
    { obstacles: [obstacle('door_open', { at: 'newBrowsers', failures: 3, remedy: 'unlock' })] },
    { signInStopped: true },
    'New browsers are blocked after 3 failed sign-ins.',
    'unlock',
  ],
  [
    'who is blocked at devices',
    { obstacles: [obstacle('door_open', { at: 'devices', failures: 1, remedy: 'unlock' })] },
    { signInStopped: true },
    'Sign-in at devices is blocked after 1 failed sign-in.',
    'unlock',
  ],
  [
    'who is invited',
    { maySignIn: false, obstacles: [obstacle('registered', { remedy: 'sendInvitation' })] },
    { status: 'registering', loginMailAddress: null, nextLoginMailAddress: 'n@example.com' },
    'Not registered. n@example.com isn’t confirmed yet.',
    'sendInvitation',
  ],
  [
    'who is inactive',
    { maySignIn: false, obstacles: [obstacle('active', { remedy: 'activate' })] },
    { status: 'inactive' },
    users['obstacle.active'],
    'activate',
  ],
  [
    'whose address is not confirmed',
    { obstacles: [obstacle('address_confirmed', { at: 'byEmail', remedy: 'sendConfirmation' })] },
    { loginMailAddress: null, nextLoginMailAddress: 'n@example.com' },
    'n@example.com isn’t confirmed, so only the user ID works.',
    'sendConfirmation',
  ],
  [
    'without a password',
    { maySignIn: false, obstacles: [obstacle('proof_matches', { remedy: 'oneTimePassword' })] },
    {},
    users['obstacle.proof_matches'],
    'oneTimePassword',
  ],
  [
    'of a suspended organization',
    { maySignIn: false, obstacles: [obstacle('tenant_active')] },
    {},
    users['obstacle.tenant_active'],
    null,
  ],
  ['who must set up MFA', { demands: ['mfaSetup'] }, {}, users['standing.demand_mfaSetup'], 'sendMfaGuide'],
  ['whose password is too old', { demands: ['newPassword'] }, {}, users['standing.demand_newPassword'], null],
])('a user %s: the sentence and its act', async (_, state, user, words, act) => {
  const region = await show(state, user);
  expect(within(region).getByText(words)).toBeTruthy();
  expect(Boolean(screen.queryByText(users['standing.refused']))).toBe(state.maySignIn === false);
  const button = within(region).queryByRole('button');
  expect(Boolean(button)).toBe(act !== null);
  if (!button) return;
  fireEvent.click(button);
  expect(acts).toHaveBeenLastCalledWith(act);
});

test('if only sign-in by email is allowed, the sentence links to the policy, or to the field if no user can be invited', async () => {
  const region = await show({
    maySignIn: false,
    obstacles: [obstacle('registered', { remedy: 'addAddress' }), obstacle('way_offered', { remedy: 'changePolicy' })],
  });
  expect(within(region).getByRole('link').getAttribute('href')).toBe('/portal/tenant/login-settings');
  fireEvent.click(within(region).getByRole('button', { name: users['remedy.addAddress'] }));
  expect(adds).toHaveBeenCalledOnce();
});
