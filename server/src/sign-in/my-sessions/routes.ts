import * as contract from '#contract/sign-in/me-sessions.ts';
import { handle } from '../../platform/http/serve.ts';
import { keepKnown } from '../sessions/known-browsers.ts';
import { endMyOtherSessions, endMySession, listMySessions } from './my-sessions.ts';

export const mySessionsRoutes = [
  handle(contract.listMySessions, ({ tx, caller, now }) => listMySessions(tx, caller, now)),
  handle(contract.endMySession, async ({ tx, caller, params, now, audit }) => {
    await endMySession(tx, caller, params.sessionId, now);
    await audit(tx, { targetId: params.sessionId });
    return undefined;
  }),
  handle(contract.endMyOtherSessions, async (call) => {
    const { tools, tx, caller, now, audit } = call;
    const answer = await endMyOtherSessions(tx, caller, now);
    const changes = { sessions: { after: { ended: answer.endedSessions } } };
    await audit(tx, { targetId: caller.uuid, changes });
    keepKnown(tools, call, caller);
    return answer;
  }),
];
