import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import portal from '#messages/en/portal.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { askToSignInBy, isPageKept, keepPage, signInHere } from '../../api/sign-in-again.ts';
import { meQuery } from '../../base/session-queries.ts';
import { SignInAgainDialog } from './SignInAgainDialog.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
const session = vi.hoisted(() => ({ takeTokens: vi.fn(async () => true), goToLogin: vi.fn() }));
vi.mock('../../session/sign-in.ts', () => session);

const me = { tenantId: 'demo', uuid: 'u1', userId: 'ann', loginMailAddress: 'ann@demo.example' };
const completed = { status: 'completed', ...me, mfaSetupRequired: false };
let ways = ['loginMailAddress', 'userId'];
let first: unknown = completed;
let second: unknown = completed;
const refused = (message_id: 'mismatch' | 'wrong_otp' | 'login_expired') =>
  apiError(401, [{ message_id, message: '' }], 'r1');
const answer = (given: unknown) => () => {
  if (given instanceof Error) throw given;
  return given;
};

beforeEach(() => {
  ways = ['loginMailAddress', 'userId'];
  first = second = completed;
  vi.clearAllMocks();
  serve({
    'POST /loginType/site': () => ({ loginTypes: ways }),
    'POST /login/user': () => answer(first)(),
    'POST /login/user/mfa': () => answer(second)(),
  });
});
afterEach(cleanup);

function open() {
  const onAnswer = vi.fn();
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, me as never);
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <SignInAgainDialog opened onAnswer={onAnswer} />
    </QueryClientProvider>,
  );
  return onAnswer;
}
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const codeLabel = new RegExp(`^${portal['proof.otp']}`);
const givePassword = () => {
  fill(/^Password/, 'violet harbour');
  press(common.signIn);
};
const sent = () => changes.filter(({ path }) => path.includes('/login/')).map(({ body }) => body);

test('the password of the same user continues the act, by the user ID', async () => {
  const onAnswer = open();
  givePassword();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
  expect(sent()).toEqual([{ tenantId: 'demo', password: 'violet harbour', type: 'userId', credentials: 'ann' }]);
});

test('… or by the address where only that is asked for', async () => {
  ways = ['loginMailAddress'];
  const onAnswer = open();
  givePassword();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
  expect(sent()).toMatchObject([{ type: 'loginMailAddress', credentials: 'ann@demo.example' }]);
});

test('a wrong password is shown at its field', async () => {
  first = refused('mismatch');
  const onAnswer = open();
  givePassword();
  await screen.findByText(portal['again.wrong']);
  expect(onAnswer).not.toHaveBeenCalled();
});

test('MFA is required as at every sign-in, and starts over when it has expired', async () => {
  first = { status: 'mfaRequired', loginId: 'l1', methods: ['totp', 'recoveryCode'] };
  second = refused('wrong_otp');
  const onAnswer = open();
  givePassword();
  await screen.findByLabelText(codeLabel);
  fill(codeLabel, '123456');
  press(common.signIn);
  await screen.findByText(errors.wrong_otp);
  second = refused('login_expired');
  press(common.signIn);
  await screen.findByLabelText(/^Password/);
  second = completed;
  press(common.signIn);
  await screen.findByLabelText(codeLabel);
  press(portal['proof.useRecoveryCode']);
  fill(/^Recovery code/, 'abcd-efgh-ijkl');
  press(common.signIn);
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
  expect(sent().at(-1)).toEqual({ loginId: 'l1', recoveryCode: 'abcd-efgh-ijkl' });
});

test.each([
  ['another user has signed in', { ...completed, uuid: 'u2' }],
  ['the password has expired', { status: 'passwordExpired', loginId: 'l1', passwordPolicy: {} }],
])('where %s, only the sign-in page goes on, and nothing is saved', async (_, given) => {
  first = given;
  const onAnswer = open();
  givePassword();
  fireEvent.click(await screen.findByRole('button', { name: portal['again.toPage'] }));
  expect(session.goToLogin).toHaveBeenCalledOnce();
  expect(session.takeTokens).not.toHaveBeenCalled();
  expect(onAnswer).not.toHaveBeenCalled();
});

describe('a page is kept', () => {
  test('while it holds what is not saved, and somebody asks', () => {
    const release = keepPage();
    expect(isPageKept()).toBe(false);
    const stop = askToSignInBy(async () => true);
    expect(isPageKept()).toBe(true);
    release();
    release();
    expect(isPageKept()).toBe(false);
    stop();
  });

  test('and asks once for all calls; once declined, not by itself', async () => {
    const ask = vi.fn(async () => false);
    const stop = askToSignInBy(ask);
    expect(await Promise.all([signInHere(), signInHere()])).toEqual([false, false]);
    expect(ask).toHaveBeenCalledOnce();
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    expect(await signInHere()).toBe(false);
    expect(ask).toHaveBeenCalledOnce();
    vi.stubGlobal('navigator', { userActivation: { isActive: true } });
    await signInHere();
    expect(ask).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
    stop();
  });
});
