import { type ComponentType, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import type { FormAlert } from '../../guest-kit/use-form.ts';
import {
  forgetAccount,
  type RememberedAccount,
  rememberedAccounts,
  rememberedTenantId,
  rememberedWay,
} from '../../session/accounts.ts';
import { completeSignIn } from './complete.ts';
import * as calls from './login-calls.ts';
import type { LaterStepProps } from './LaterStepForm.tsx';
import { initialLogin, loginReducer, type LoginState } from './login-state.ts';
import { type Returned, takeReturned } from './returned.ts';
import { loadFederated, useProviders } from './use-providers.ts';

// While the page is prerendered there is no layout, and React says so.
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Whether somebody has begun to type in the page before it woke up. */
function hasTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('#root form input')].some(
    ({ value, type }) => value !== '' && type !== 'password',
  );
}

/** Who the app thinks is signing in (`login_hint`, OpenID Connect Core section 3.1.2.1). */
function loginHint(url: string | null): string {
  const query = url?.startsWith('/api/auth/oauth/') ? url.split('?')[1] : '';
  return new URLSearchParams(query).get('login_hint')?.trim().slice(0, 128) ?? '';
}

/** What follows the password, which most who open the page never see: no weight of its first load. */
const loadLaterForm = async () => (await import('./LaterStepForm.tsx')).LaterStepForm;

/** A page that was opened before another version came asks for a file that is gone: loaded anew, it asks for the present one. */
function loadPageAnew(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** The tenant whose providers are offered: of the account that is shown, else typed, in the address, or used last here. */
function namedTenant(state: LoginState, typed: string, addressed: string): string {
  if (state === initialLogin) return '';
  if (state.step === 'cached') return state.account.tenantId;
  if (state.step !== 'identify') return '';
  return (state.way === 'userId' && typed) || addressed || rememberedTenantId();
}

/** The state of the sign-in page and what can be done with it. */
export function useLogin() {
  const { t, language, data } = useGuest();
  const query = useQuery();
  const [state, dispatch] = useReducer(loginReducer, initialLogin);
  const [LaterForm, setLaterForm] = useState<ComponentType<LaterStepProps> | null>(null);
  const tenantId = query?.get('tenantId')?.trim().toLowerCase() ?? '';
  const url = query?.get('url') ?? null;
  const hint = loginHint(url);
  const [typed, setTyped] = useState('');
  const [returned, setReturned] = useState<Returned | null>(null);
  const [alert, setAlert] = useState<FormAlert>();

  // Before the rest reads the address.
  useBeforePaint(() => setReturned(takeReturned()), []);

  useBeforePaint(() => {
    if (query === null) return;
    const remembered = rememberedAccounts();
    // An address that names a tenant, or somebody who is typing already, decides against the account used last.
    const [last] = remembered;
    const fits = (tenantId === '' || last?.tenantId === tenantId) && (!hint || last?.credentials === hint);
    dispatch({
      type: 'woke',
      way: hint ? (hint.includes('@') ? 'loginMailAddress' : 'userId') : (rememberedWay() ?? 'loginMailAddress'),
      remembered,
      offerAccount: fits && !hasTyped(),
    });
  }, [query === null]);

  // The server is asked for the domain of an address: it need not know whose it is.
  const ofDomain = useProviders(typed.match(/@.+/)?.[0]);
  const ofTenant = useProviders(namedTenant(state, typed, tenantId), (of, ways) => {
    if (of === tenantId) dispatch({ type: 'waysKnown', ways });
  });

  /** Takes what a step was answered; a sign-in that took too long starts again. */
  const goOn = async (step: Promise<LoginAnswer>, began: { way: calls.Identity['way']; credentials: string }) => {
    // Under way together with the call, and there before the step is shown: nothing jumps.
    const later = loadLaterForm();
    later.catch(() => {});
    const answer = await step.catch((error) => {
      if (!hasErrorId(error, 'login_expired')) throw error;
      dispatch({ type: 'startedAgain', expired: true });
    });
    if (!answer) return;
    if (answer.status !== 'completed') {
      const form = await later.catch(loadPageAnew);
      setLaterForm(() => form);
      return dispatch({ type: 'answered', answer });
    }
    await completeSignIn(answer, { ...began, language, url, allowedOrigins: data.allowedReturnOrigins });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the browser came back with
  useEffect(() => {
    if (!returned) return;
    const began = { way: 'userId', credentials: '' } as const;
    const take = (answer: LoginAnswer) => {
      dispatch({ type: 'identified', ...began });
      return answer;
    };
    void loadFederated()
      .then(({ complete }) => complete(returned, t, (answer) => goOn(answer.then(take), began)))
      .catch(() => ({ text: t('guest.unreachable') }))
      .then((failure) => {
        setAlert(failure && { ...failure, count: Date.now() });
        setReturned(null);
      });
  }, [returned]);

  // An address that names a tenant (that of the app, say) is not overruled by the domain of a guest from another one.
  const isOfNamed = tenantId === '' || ofDomain?.tenantId === tenantId;
  const { loginId } = state as { loginId?: string };
  return {
    state,
    dispatch,
    LaterForm,
    tenantId,
    hint,
    offered: (isOfNamed ? ofDomain : undefined) ?? ofTenant,
    alert,
    /** The round by another identity provider is being completed. */
    arriving: returned !== null && 'exchangeCode' in returned,
    setNamed: setTyped,
    awake: query !== null,
    userCode: query?.get('userCode') ?? null,
    identify: async (identity: calls.Identity) => {
      const { way, credentials } = identity;
      setAlert(undefined);
      dispatch({ type: 'identified', way, credentials });
      await goOn(calls.signInWithPassword(identity), { way, credentials });
    },
    answer: ((step, given) => goOn(calls.answerStep(step, loginId ?? '', given), state)) as calls.AnswerStep,
    forget: (account: RememberedAccount) => dispatch({ type: 'accountForgotten', remembered: forgetAccount(account) }),
  };
}
