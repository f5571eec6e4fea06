import * as contract from '#contract/logs/me-login-history.ts';
import { handle } from '../../platform/http/serve.ts';
import { keepKnown } from '../../sign-in/sessions/known-browsers.ts';
import { disownLogin, searchLoginHistory } from './login-history.ts';

export const loginHistoryRoutes = [
  handle(contract.searchMyLoginHistory, ({ tx, caller, body, now }) => searchLoginHistory(tx, caller, body, now)),
  handle(contract.disownLogin, async (call) => {
    const { tools, tx, caller, params, now, audit } = call;
    const answer = await disownLogin(tx, caller, params.id, now);
    const changes = { sessions: { after: { ended: answer.endedSessions } } };
    await audit(tx, { targetId: params.id, changes });
    keepKnown(tools, call, caller);
    return answer;
  }),
];
