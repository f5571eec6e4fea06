import * as contract from '#contract/authentication/me-login-history.ts';
import { handle } from '../../../http/serve.ts';
import { disownLogin, searchLoginHistory } from './login-history.ts';

export const loginHistoryRoutes = [
  handle(contract.searchMyLoginHistory, ({ tx, caller, body, now }) => searchLoginHistory(tx, caller, body, now)),
  handle(contract.disownLogin, async ({ tools, tx, caller, params, client, now, audit }) => {
    const answer = await disownLogin(tools, tx, caller, params.id, { client, now });
    const changes = { sessions: { after: { ended: answer.endedSessions } } };
    await audit(tx, { targetType: 'login', targetId: params.id, changes });
    return answer;
  }),
];
