import type { logOperation as anonymous, logOperationOfUser, OperationLogEntry } from '#contract/logs/browser-log.ts';
import { readTokens } from '../session/tokens.ts';
import { isApiError, isCancelled } from './api-error.ts';
import { call } from './call.ts';

/**
 * Tells the server what was done on a page (spec section 7, `/sal` and `/salau`). Whether it arrives matters to nobody
 * who uses the page: it is not waited for, and failing is silent.
 */
export function logOperation(entry: OperationLogEntry): void {
  const body = { windowWidth: window.innerWidth, windowHeight: window.innerHeight, ...entry };
  const sent = readTokens()
    ? call<typeof logOperationOfUser>({ method: 'POST', path: '/api/account/salau', body })
    : call<typeof anonymous>({ method: 'POST', path: '/api/account/sal', noAuth: true, body });
  sent.catch(() => {});
}

/**
 * Tells the server that a call failed, under the id that the answer gave it: so the operator finds what the person saw
 * from a row of the system log. What did not reach the server, or was cancelled, is in no log.
 */
export function logFailure(error: unknown): void {
  if (!isApiError(error) || isCancelled(error) || error.status === 0) return;
  const { requestId: operationId, message: errorMessage } = error;
  logOperation({ screenName: window.location.pathname, operationId, operationResult: 'error', errorMessage });
}
