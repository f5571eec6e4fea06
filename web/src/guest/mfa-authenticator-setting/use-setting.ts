import { useEffect, useState } from 'react';
import { isCancelled } from '../../api/api-error.ts';
import { logOperation } from '../../api/log-operation.ts';
import { paths } from '../../base/paths.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { fetchMe } from '../../base/me.ts';
import { ownThisTab } from '../../session/own-tab.ts';
import { reactionTo } from './reaction.ts';
import { settingTarget } from './setting-target.ts';
import { confirmTotp, makeTotp, type TotpSecret } from './totp-calls.ts';

export type SettingState = {
  totp?: TotpSecret;
  recoveryCodes?: readonly string[];
  reauthenticates?: boolean;
  /** They need not have a second factor, and can go on without. */
  maySkip?: boolean;
  problem?: 'alreadyConfigured' | 'processFailed';
};

const screenName = 'mfa-authenticator-setting';

/** The work of the authenticator-app page (spec section 2, 4 and 8). */
export function useSetting() {
  const { data } = useGuest();
  const [state, setState] = useState<SettingState>({});

  const leave = () => {
    const target = settingTarget(new URLSearchParams(location.search), data.allowedReturnOrigins);
    if (target === undefined) logOperation({ screenName, userAction: 'leave', errorMessage: 'invalid url or query' });
    location.replace(target ?? paths.top);
  };
  /** Reads the current user anew; failing to leads to an error page. False then. */
  const refreshMe = async () => {
    try {
      return await fetchMe();
    } catch (error) {
      if (isCancelled(error)) return undefined;
      logOperation({ screenName, errorMessage: 'get-me error' });
      location.replace(`${paths.error}?error=unknown_error`);
      return undefined;
    }
  };
  /** What the spec wants done about an error. A wrong code is thrown on, to the field it belongs to. */
  const react = async (error: unknown, maySkip = false) => {
    const reaction = reactionTo(error);
    if (reaction === 'wrongOtp' || reaction === 'nothing') throw error;
    if (reaction === 'leave') return void ((await refreshMe()) && leave());
    if (reaction === 'reauthenticate') return setState({ reauthenticates: true, maySkip });
    if (reaction === 'alreadyConfigured' && !(await refreshMe())) return;
    logOperation({ screenName, errorMessage: reaction === 'processFailed' ? 'process failed' : 'already activated' });
    setState((before) => ({ ...before, problem: reaction }));
  };
  const begin = async () => {
    setState({});
    const me = await refreshMe();
    if (!me) return;
    if (!me.mfaStatus.enabled) {
      logOperation({ screenName, errorMessage: 'MFA is deactivated' });
      return leave();
    }
    const maySkip = !me.mfaStatus.enforced;
    await makeTotp().then(
      (totp) => setState({ totp, maySkip }),
      (error) => react(error, maySkip).catch(() => {}),
    );
  };
  const confirm = async (otp: string) => {
    if (!state.totp) return;
    await confirmTotp(state.totp.uuid, otp).then(
      (recoveryCodes) => setState({ recoveryCodes }),
      (error) => react(error, state.maySkip),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes up
  useEffect(
    () =>
      void ownThisTab()
        .then(begin)
        .catch(() => {}),
    [],
  );
  return { state, begin, confirm, leave };
}
