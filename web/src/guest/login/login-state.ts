import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { askedBy, type SignInStep, signInSteps } from '#contract/sign-in/steps.ts';
import type { LoginWay, RememberedAccount } from '../../session/accounts.ts';

/** The answer that asks for a step. */
type Asking<Step extends SignInStep> = Extract<LoginAnswer, { status: (typeof askedBy)[Step] }>;

/** What the sign-in page shows. */
export type LoginStep =
  /** Mail address or user ID, and the password. */
  | { step: 'identify' }
  /** The password of an account remembered on this device (spec section 2, "cached account"). */
  | { step: 'cached'; account: RememberedAccount }
  /** The accounts remembered on this device (spec section 2, "other accounts"). */
  | { step: 'accounts' }
  | DueStep;

/** What the server asks for, step by step (`#contract/sign-in/steps.ts`). */
type DueStep = ReturnType<(typeof shown)[SignInStep]>;

const shown = {
  selectAccounts: ({ loginId, accounts }: Asking<'selectAccounts'>) => ({
    step: 'selectAccounts' as const,
    loginId,
    accounts,
  }),
  mfa: ({ loginId, methods }: Asking<'mfa'>) => ({
    step: 'mfa' as const,
    loginId,
    methods,
    method: methods.includes('totp') ? ('totp' as const) : ('recoveryCode' as const),
  }),
  password: ({ loginId, passwordPolicy }: Asking<'password'>) => ({
    step: 'password' as const,
    loginId,
    policy: passwordPolicy,
  }),
} satisfies { [Step in SignInStep]: (answer: Asking<Step>) => { step: Step; loginId: string } };

export type SecondFactorMethod = Asking<'mfa'>['methods'][number];

export type LoginState = LoginStep & {
  way: LoginWay;
  /** The ways the tenant offers. */
  ways: readonly LoginWay[];
  /** The accounts remembered on this device, the last used first. */
  remembered: readonly RememberedAccount[];
  /** By what the sign-in under way began; remembered when it completes. */
  credentials: string;
  /** The sign-in took too long and starts again. */
  expired: boolean;
};

export type LoginAction =
  | { type: 'woke'; way: LoginWay; remembered: readonly RememberedAccount[]; offerAccount: boolean }
  | { type: 'waysKnown'; ways: readonly LoginWay[] }
  | { type: 'wayChosen'; way: LoginWay }
  | { type: 'accountChosen'; account: RememberedAccount }
  | { type: 'accountForgotten'; remembered: readonly RememberedAccount[] }
  | { type: 'otherAccounts' }
  | { type: 'otherPerson' }
  | { type: 'identified'; credentials: string; way: LoginWay }
  | { type: 'answered'; answer: Exclude<LoginAnswer, { status: 'completed' }> }
  | { type: 'methodChosen'; method: SecondFactorMethod }
  | { type: 'startedAgain'; expired: boolean };

export const initialLogin: LoginState = {
  step: 'identify',
  way: 'loginMailAddress',
  ways: ['loginMailAddress', 'userId'],
  remembered: [],
  credentials: '',
  expired: false,
};

type Common = Omit<LoginState, keyof LoginStep | 'step'>;

function common({ way, ways, remembered, credentials }: LoginState): Common {
  return { way, ways, remembered, credentials, expired: false };
}

/** The step an answer asks for. */
function nextStep(answer: Exclude<LoginAnswer, { status: 'completed' }>): DueStep {
  const due = signInSteps.find((step) => askedBy[step] === answer.status);
  if (!due) throw new Error(`the server asks for ${answer.status}`);
  return shown[due](answer as never);
}

/** Where a sign-in begins on this device: with the account used last, else by typing who one is. */
function beginning(remembered: readonly RememberedAccount[]): LoginStep {
  const [account] = remembered;
  return account ? { step: 'cached', account } : { step: 'identify' };
}

/** The steps of the sign-in page (spec section 4, "Login"); a pure function. */
export function loginReducer(state: LoginState, action: LoginAction): LoginState {
  const rest = common(state);
  switch (action.type) {
    case 'woke': {
      const { way, remembered, offerAccount } = action;
      return { ...rest, way, remembered, ...(offerAccount ? beginning(remembered) : { step: 'identify' }) };
    }
    case 'waysKnown': {
      const [only] = action.ways;
      if (only === undefined) return state;
      return { ...state, ways: action.ways, way: action.ways.includes(state.way) ? state.way : only };
    }
    case 'wayChosen':
      return { ...rest, way: action.way, step: 'identify' };
    case 'accountChosen':
      return { ...rest, step: 'cached', account: action.account };
    case 'accountForgotten':
      return { ...rest, remembered: action.remembered, step: action.remembered.length > 0 ? 'accounts' : 'identify' };
    case 'otherAccounts':
      return { ...rest, step: 'accounts' };
    case 'otherPerson':
      return { ...rest, step: 'identify' };
    case 'identified':
      return { ...state, credentials: action.credentials, way: action.way, expired: false };
    case 'answered':
      return { ...rest, ...nextStep(action.answer) };
    case 'methodChosen':
      return state.step === 'mfa' ? { ...state, method: action.method } : state;
    case 'startedAgain':
      return { ...rest, ...beginning(state.remembered), expired: action.expired };
  }
}
