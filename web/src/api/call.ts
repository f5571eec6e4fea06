import type { z } from 'zod';
import type { AccessPattern } from '#contract/roles.ts';
import type { AnswerOf, RouteDefinition, SentBodyOf, SentQueryOf } from '#contract/route.ts';
import { goToLogin, startSignIn } from '../session/sign-in.ts';
import { accessToken, forgetTokens, readTokens, refreshAccessToken } from '../session/tokens.ts';
import { apiError, CANCELLED, hasErrorId, isApiError } from './api-error.ts';
import { withProof } from './proof.ts';
import { send } from './send.ts';
import { isPageKept, signInHere } from './sign-in-again.ts';
import { type QueryValue, urlOf } from './url.ts';

type Sendable<R extends RouteDefinition, Part extends 'params' | 'query' | 'body'> = Part extends 'params'
  ? R['params'] extends z.ZodType
    ? z.input<R['params']>
    : undefined
  : Part extends 'query'
    ? SentQueryOf<R>
    : SentBodyOf<R>;

/** A part the route has not cannot be given; one whose fields are all optional may be left out. */
type PartOf<R extends RouteDefinition, Part extends 'params' | 'query' | 'body'> = R[Part] extends z.ZodType
  ? Record<string, never> extends Sendable<R, Part>
    ? { [P in Part]?: Sendable<R, Part> }
    : { [P in Part]: Sendable<R, Part> }
  : { [P in Part]?: never };

/** `noAuth` belongs to calls that anybody may make, and must be said; the others act with a pattern of rights. */
type AuthOf<R extends RouteDefinition> = R['access'] extends 'public' | 'client' | 'operator' | 'device'
  ? { noAuth: true; pattern?: never }
  : R['access'] extends 'me' | 'limited'
    ? { noAuth?: false; pattern?: AccessPattern }
    : { noAuth?: false; pattern: 'powerUser' };

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** A later call with the same key cancels this one. */
  key?: string;
  /** A 403 leads to the sign-in page, to come back with another account. */
  redirectOnForbidden?: boolean;
  /** The answer may come from the browser's cache. */
  cache?: boolean;
  /** It is the proof itself that is sent: refused, it asks for no other. */
  isProof?: boolean;
};

export type CallRequest<R extends RouteDefinition> = { method: R['method']; path: R['path'] } & PartOf<R, 'params'> &
  PartOf<R, 'query'> &
  PartOf<R, 'body'> &
  AuthOf<R> &
  CallOptions;

type AnyRequest = CallOptions & {
  method: string;
  path: string;
  params?: Record<string, unknown>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  noAuth?: boolean;
  pattern?: AccessPattern;
};

/** The page is about to be left: whoever waits for the answer is to stay silent. */
function leaving() {
  return apiError(CANCELLED, [], '');
}

function asFailure(error: unknown) {
  return isApiError(error) ? error : apiError(0, [{ message_id: 'service_unavailable', message: '' }], '');
}

/** A page asks for several things at once: when all are refused, one sign-in is enough for all of them. */
const ONE_SIGN_IN_MS = 5000;
let signInBegan = Number.NEGATIVE_INFINITY;

async function signInAgain(): Promise<never> {
  const now = performance.now();
  if (now - signInBegan < ONE_SIGN_IN_MS) throw leaving();
  signInBegan = now;
  forgetTokens();
  await startSignIn();
  throw leaving();
}

/** A token by a new sign-in: in a dialog while a form is to be kept, else the page leaves for it. */
async function tokenOfSignIn(): Promise<string> {
  if (!isPageKept()) return signInAgain();
  forgetTokens();
  if (!(await signInHere())) throw leaving();
  return (await accessToken()) ?? signInAgain();
}

/**
 * Sends something as the person signed in, who is asked for a newer proof where the server wants one. On 401 `invalid_token` the token is refreshed once and it is sent again; if
 * that does not help, the page leaves for the sign-in and it ends as cancelled.
 */
export async function sendAsUser<T>(sendOne: (token: string) => Promise<T>): Promise<T> {
  try {
    return await withProof(() => sendWithToken(sendOne));
  } catch (error) {
    // Refused again with a token just made (it is kept, so not signed out meanwhile): only a new sign-in can help.
    if (hasErrorId(error, 'invalid_token') && readTokens()) return sendOne(await tokenOfSignIn());
    throw error;
  }
}

async function sendWithToken<T>(sendOne: (token: string) => Promise<T>): Promise<T> {
  const token = await accessToken().catch((error) => Promise.reject(asFailure(error)));
  try {
    return await sendOne(token ?? (await tokenOfSignIn()));
  } catch (error) {
    if (!hasErrorId(error, 'invalid_token')) throw error;
    if (!token) throw error;
    const renewed = await refreshAccessToken(token).catch((reason) => Promise.reject(asFailure(reason)));
    return await sendOne(renewed ?? (await tokenOfSignIn()));
  }
}

/**
 * Calls the server as the contract says: `call<typeof getMe>({ method: 'GET', path: '/api/auth/me' })`; method, path and
 * what goes in and out are checked against the route's type (nothing of zod is loaded).
 *
 * With a token unless `noAuth`. On 401 `invalid_token` the token is refreshed once and the call repeated; if that does
 * not help, the page leaves for the sign-in and the call ends as cancelled. Throws an `ApiError`.
 */
export async function call<R extends RouteDefinition>(request: CallRequest<R>): Promise<AnswerOf<R>> {
  const any = request as AnyRequest;
  const url = urlOf(any.path, any.params, any.query);
  if (any.noAuth) return (await send({ ...any, url })) as AnswerOf<R>;
  try {
    const sendOne = (token: string) => send({ ...any, url, token });
    return (await (any.isProof ? sendWithToken(sendOne) : sendAsUser(sendOne))) as AnswerOf<R>;
  } catch (error) {
    if (any.redirectOnForbidden && isApiError(error) && error.status === 403) {
      goToLogin();
      throw leaving();
    }
    throw error;
  }
}
