import { changePassword } from '#contract/authentication/me-password.ts';
import { handle } from '../../../http/serve.ts';
import { changeOwnPassword } from './password.ts';

export const passwordRoutes = [
  handle(changePassword, ({ tools, caller, body, client, now, audit }) =>
    changeOwnPassword(tools, caller, body, { client, now }, (tx) =>
      audit(tx, { targetType: 'user', targetId: caller.uuid, changes: { password: {} } }),
    ),
  ),
];
