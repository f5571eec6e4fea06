import * as contract from '#contract/sign-in/login.ts';
import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { type Call, handle } from '../platform/http/serve.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './sessions/cookie.ts';
import { readKnownEntries, setKnown } from './sessions/known-browsers.ts';
import { atOnce } from '../platform/limits/at-once.ts';
import { toBrowser } from './browser.ts';
import { findLoginTypes } from './login-type.ts';
import { logoutPartiesOf, signOut } from './logout.ts';
import type { Progress } from './complete.ts';
import { clearFederatedBrowser, readFederatedBrowser } from './proofs/federated-browser.ts';
import { signInFederated } from './proofs/federated.ts';
import { signInWithPassword } from './proofs/password.ts';
import { signInWithTicket } from './proofs/ticket.ts';
import { goOn } from './steps/steps.ts';
import { deviceSignInRoutes } from './device/routes.ts';
import { idInquiryRoutes } from './id-inquiry/routes.ts';
import { myAccountsRoutes } from './my-accounts/routes.ts';
import { passwordRoutes } from './my-password/routes.ts';
import { mySessionsRoutes } from './my-sessions/routes.ts';
import { passwordResetRoutes } from './password-reset/routes.ts';
import { reauthenticationRoutes } from './reauthentication/routes.ts';
import { standingRoutes } from './standing/routes.ts';

const browserOf = <R extends RouteDefinition>({ client, request }: Call<R>) => toBrowser(client, request);

/** Sets the session cookie; a previous session ends or continues under the new secret (ASVS 7.2.4). */
async function answered<R extends RouteDefinition>(call: Call<R>, progress: Progress): Promise<LoginAnswer> {
  const { tools, request, reply, now } = call;
  const { cookie, replaced, renewed, known, answer } = progress;
  if (replaced) await signOut(tools, replaced, now, 'replaced');
  if (renewed) tools.principals.forget(renewed.tenantId, renewed.uuid);
  if (cookie) setSessionCookie(reply, cookie);
  if (known) setKnown(tools, reply, readKnownEntries(request), known, now);
  return answer;
}

export const signInRoutes = [
  handle(contract.loginType, ({ tools, body, client, now }) => findLoginTypes(tools, body, client, now)),
  handle(contract.loginUser, async (call) =>
    answered(
      call,
      await atOnce(call.tools, call.client.network, () =>
        signInWithPassword(call.tools, call.body, browserOf(call), call.now),
      ),
    ),
  ),
  handle(contract.loginSelect, async (call) =>
    answered(call, await goOn(call.tools, 'selectAccounts', call.body, browserOf(call), call.now)),
  ),
  handle(contract.loginMfa, async (call) =>
    answered(call, await goOn(call.tools, 'mfa', call.body, browserOf(call), call.now)),
  ),
  handle(contract.loginNewPassword, async (call) =>
    answered(call, await goOn(call.tools, 'password', call.body, browserOf(call), call.now)),
  ),
  handle(contract.loginTicket, async (call) =>
    answered(call, await signInWithTicket(call.tools, call.body, browserOf(call), call.now)),
  ),
  handle(contract.exchangeToken, async (call) =>
    answered(
      call,
      await signInFederated(
        call.tools,
        call.body,
        { ...browserOf(call), secret: readFederatedBrowser(call.request) },
        call.now,
      ),
    ),
  ),
  handle(contract.removeTicket, async ({ reply }) => {
    clearFederatedBrowser(reply);
    return undefined;
  }),
  handle(contract.logout, async ({ tools, request, reply, now }) => {
    await signOut(tools, readSessionCookie(request), now);
    clearSessionCookie(reply);
    return undefined;
  }),
  handle(contract.logoutUris, async ({ tools, request, now }) => {
    const parties = await logoutPartiesOf(tools, readSessionCookie(request), now);
    return { logoutUris: parties.flatMap(({ how, uri }) => (how === 'frame' && uri !== null ? [uri] : [])), parties };
  }),
  ...deviceSignInRoutes,
  ...idInquiryRoutes,
  ...myAccountsRoutes,
  ...passwordRoutes,
  ...mySessionsRoutes,
  ...passwordResetRoutes,
  ...reauthenticationRoutes,
  ...standingRoutes,
];
