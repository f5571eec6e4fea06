import * as contract from '#contract/credentials/me-recovery-codes.ts';
import { handle } from '../../platform/http/serve.ts';
import { countCodes } from './queries.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';

export const recoveryCodesRoutes = [
  handle(contract.getRecoveryCodes, ({ tx, caller }) => countCodes(tx, caller.uuid)),
  handle(contract.renewRecoveryCodes, async ({ tools, tx, caller, audit }) => {
    const renewed = await renewRecoveryCodes(tools, tx, caller);
    await audit(tx, { targetId: caller.uuid, changes: { recoveryCodes: {} } });
    return renewed;
  }),
];
