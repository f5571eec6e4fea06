import * as contract from '#contract/joining/mail-confirmation.ts';
import { handle } from '../../platform/http/serve.ts';
import { cancelConfirmation, sendConfirmation } from './mail-confirmation.ts';

export const mailConfirmationRoutes = [
  handle(contract.sendUserLoginMailAddressConfirmation, ({ tools, caller, body, now, audit }) =>
    sendConfirmation(tools, caller, body.loginMailAddress, now, (tx, changes) =>
      audit(tx, { targetId: caller.uuid, changes }),
    ),
  ),
  handle(contract.cancelUserLoginMailAddressConfirmation, async ({ tx, caller, now, audit }) => {
    await cancelConfirmation(tx, caller, now, (inside, changes) => audit(inside, { targetId: caller.uuid, changes }));
    return undefined;
  }),
];
