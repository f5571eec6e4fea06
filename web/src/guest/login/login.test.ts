import { describe, expect, it } from 'vitest';
import type { RememberedAccount } from '../../session/accounts.ts';
import { afterSignIn } from './complete.ts';
import { initialLogin, type LoginAction, loginReducer, type LoginState } from './login-state.ts';
import { periodText } from './notices.ts';

const taro: RememberedAccount = {
  tenantId: 'demo',
  tenantName: 'Demo',
  userId: 'taro',
  displayName: 'Taro Yamada',
  way: 'loginMailAddress',
  credentials: 'taro@demo.example',
};
const admin: RememberedAccount = { ...taro, userId: 'admin', displayName: 'Naoko' };
const policy = { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 };

const stepsOf = (...actions: LoginAction[]): LoginState => actions.reduce(loginReducer, initialLogin);
const woke: LoginAction = { type: 'woke', way: 'userId', remembered: [taro, admin], offerAccount: true };

describe('the steps of signing in', () => {
  it.each<[string, LoginAction[], Partial<LoginState>]>([
    ['begins with the form', [], { step: 'identify', way: 'loginMailAddress' }],
    ['offers the account used last', [woke], { step: 'cached' }],
    ['leaves somebody who types alone', [{ ...woke, offerAccount: false }], { step: 'identify', way: 'userId' }],
    ['offers no account where there is none', [{ ...woke, remembered: [] }], { step: 'identify' }],
    ['shows the other accounts', [woke, { type: 'otherAccounts' }], { step: 'accounts' }],
    ['takes the one chosen', [woke, { type: 'accountChosen', account: admin }], { step: 'cached' }],
    ['goes to the form for somebody else', [woke, { type: 'otherPerson' }], { step: 'identify' }],
    [
      'shows what is left after one is removed',
      [woke, { type: 'accountForgotten', remembered: [admin] }],
      { step: 'accounts', remembered: [admin] },
    ],
    ['goes to the form when none is left', [woke, { type: 'accountForgotten', remembered: [] }], { step: 'identify' }],
    [
      'keeps to the one way the tenant offers',
      [{ type: 'waysKnown', ways: ['userId'] }],
      { way: 'userId', ways: ['userId'] },
    ],
    [
      'ignores a tenant that offers nothing',
      [{ type: 'waysKnown', ways: [] }],
      { ways: ['loginMailAddress', 'userId'] },
    ],
    [
      'asks for the second factor, the app first',
      [{ type: 'answered', answer: { status: 'mfaRequired', loginId: 'demo.1', methods: ['recoveryCode', 'totp'] } }],
      { step: 'mfa', method: 'totp' } as Partial<LoginState>,
    ],
    [
      'asks for a recovery code where there is no app',
      [{ type: 'answered', answer: { status: 'mfaRequired', loginId: 'demo.1', methods: ['recoveryCode'] } }],
      { step: 'mfa', method: 'recoveryCode' } as Partial<LoginState>,
    ],
    [
      'asks for a new password',
      [{ type: 'answered', answer: { status: 'passwordExpired', loginId: 'demo.1', passwordPolicy: policy } }],
      { step: 'password' },
    ],
    [
      'asks which account',
      [{ type: 'answered', answer: { status: 'selectAccounts', loginId: '-.1', accounts: [] } }],
      { step: 'selectAccounts' },
    ],
    [
      'starts again and says why',
      [woke, { type: 'otherPerson' }, { type: 'startedAgain', expired: true }],
      { step: 'cached', expired: true },
    ],
    [
      'stops saying it with the next act',
      [woke, { type: 'startedAgain', expired: true }, { type: 'otherPerson' }],
      { expired: false },
    ],
    [
      'knows no other method outside the second factor',
      [{ type: 'methodChosen', method: 'totp' }],
      { step: 'identify' },
    ],
  ])('%s', (_, actions, wanted) => expect(stepsOf(...actions)).toMatchObject(wanted));

  it('remembers by what the sign-in began through all steps', () => {
    const state = stepsOf(
      { type: 'identified', credentials: 'a@b.example', way: 'loginMailAddress' },
      { type: 'answered', answer: { status: 'mfaRequired', loginId: 'demo.1', methods: ['totp'] } },
    );
    expect(state.credentials).toBe('a@b.example');
  });
});

it.each([
  [null, false, '/portal/top.html'],
  ['/portal/users?page=2', false, '/portal/users?page=2'],
  ['https://evil.example/', false, '/portal/top.html'],
  ['//evil.example', false, '/portal/top.html'],
  ['/login.html?url=/login.html', false, '/portal/top.html'],
  ['https://app.example/in', false, 'https://app.example/in'],
  ['/portal/users', true, '/mfa-authenticator-setting.html?url=%2Fportal%2Fusers'],
  ['/api/auth/oauth/provider/authorize?a=b', true, '/api/auth/oauth/provider/authorize?a=b'],
])('afterSignIn: %s (second factor due: %s) leads to %s', (url, mfaSetupRequired, wanted) => {
  expect(afterSignIn({ mfaSetupRequired }, url, ['https://app.example'])).toBe(wanted);
});

it.each([
  ['2026-11-28T13:00:00Z', '2026-11-28T17:00:00Z', 'en', /November 28.*1:00.*5:00/],
  ['2026-11-28T13:00:00Z', '2026-11-28T17:00:00Z', 'ja', /11\/28.*13時.*17時/],
  ['nonsense', '2026-11-28T17:00:00Z', 'en', /^$/],
  ['2026-11-29T13:00:00Z', '2026-11-28T17:00:00Z', 'en', /^$/],
])('periodText(%s, %s, %s)', (from, until, language, wanted) =>
  expect(periodText(from, until, language, 'UTC')).toMatch(wanted),
);
