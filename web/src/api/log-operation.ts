import type {
  logOperation as anonymous,
  logOperationOfUser,
  OperationLogEntry,
} from '#contract/account/operation-log.ts';
import { readTokens } from '../session/tokens.ts';
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
