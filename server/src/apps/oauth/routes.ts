import * as contract from '#contract/apps/oauth-provider.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { answerConsent, describeConsent } from './consent.ts';
import { answerDevice, describeDevice } from './device.ts';
import { oauthProviderOf } from './provider.ts';

/** The provider's routes for Portico's own pages; those for clients are in mount.ts. */
export const oauthProviderRoutes: Served[] = [
  handle(contract.verifyDevice, (call) =>
    describeDevice({ ...call, oauth: oauthProviderOf(call.tools) }, call.body.userCode),
  ),
  handle(contract.completeDevice, async (call) => {
    const desk = { ...call, oauth: oauthProviderOf(call.tools) };
    const { accept } = call.body;
    await answerDevice(desk, call.body, (tx, targetId) =>
      call.audit(tx, { targetId, changes: { accepted: { after: accept } } }),
    );
    return undefined;
  }),
  handle(contract.describeConsent, (call) =>
    describeConsent({ ...call, oauth: oauthProviderOf(call.tools) }, call.body.query),
  ),
  handle(contract.answerConsent, async (call) => {
    const desk = { ...call, oauth: oauthProviderOf(call.tools) };
    await answerConsent(desk, call.body, (tx, targetId, changes) => call.audit(tx, { targetId, changes }));
    return undefined;
  }),
];
