import { changePassword } from '#contract/credentials/me-password.ts';
import { handle } from '../../platform/http/serve.ts';
import { keepKnown } from '../sessions/known-browsers.ts';
import { changeOwnPassword } from './password.ts';

export const passwordRoutes = [
  handle(changePassword, async (call) => {
    const { tools, caller, body, client, now, audit } = call;
    const answer = await changeOwnPassword(tools, caller, body, { client, now }, (tx) =>
      audit(tx, { targetId: caller.uuid, changes: { password: {} } }),
    );
    keepKnown(tools, call, caller);
    return answer;
  }),
];
