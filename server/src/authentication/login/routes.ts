import * as contract from '#contract/authentication/login.ts';
import type { LoginAnswer } from '#contract/authentication/login.ts';
import { type Call, handle } from '../../http/serve.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../sessions/cookie.ts';
import { atOnce } from '../throttle/at-once.ts';
import { findLoginTypes } from './login-type.ts';
import { signOutAndTell } from '../oauth-provider/backchannel.ts';
import { logoutUrisOf } from './logout.ts';
import { signInWithPassword } from './password-login.ts';
import type { Progress } from './proceed.ts';
import { chooseAccount, giveNewPassword, giveSecondFactor, signInWithTicket } from './steps.ts';

function answered<R extends RouteDefinition>(call: Call<R>, progress: Progress): LoginAnswer {
  if (progress.cookie) setSessionCookie(call.reply, progress.cookie);
  return progress.answer;
}

export const loginRoutes = [
  handle(contract.loginType, ({ tools, body, client, now }) => findLoginTypes(tools, body, client, now)),
  handle(contract.loginUser, async (call) =>
    answered(
      call,
      await atOnce(call.tools, call.client.network, () =>
        signInWithPassword(call.tools, call.body, call.client, call.now),
      ),
    ),
  ),
  handle(contract.loginSelect, async (call) =>
    answered(call, await chooseAccount(call.tools, call.body, call.client, call.now)),
  ),
  handle(contract.loginMfa, async (call) =>
    answered(call, await giveSecondFactor(call.tools, call.body, call.client, call.now)),
  ),
  handle(contract.loginNewPassword, async (call) =>
    answered(call, await giveNewPassword(call.tools, call.body, call.client, call.now)),
  ),
  handle(contract.loginTicket, async (call) =>
    answered(call, await signInWithTicket(call.tools, call.body, call.client, call.now)),
  ),
  handle(contract.logout, async ({ tools, request, reply, now }) => {
    await signOutAndTell(tools, readSessionCookie(request), now);
    clearSessionCookie(reply);
    return undefined;
  }),
  handle(contract.logoutUris, async ({ tools, request, now }) => ({
    logoutUris: await logoutUrisOf(tools, readSessionCookie(request), now),
  })),
];
