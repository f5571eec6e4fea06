import { completeDevice, verifyDevice } from '#contract/authentication/oauth-provider.ts';
import { handle, type Served } from '../../http/serve.ts';
import { answerDevice, describeDevice } from './device.ts';
import { oauthProviderOf } from './provider.ts';

/** The provider's calls that Portico's own pages make; what clients call is in mount.ts. */
export const oauthProviderRoutes: Served[] = [
  handle(verifyDevice, (call) => describeDevice({ ...call, oauth: oauthProviderOf(call.tools) }, call.body.userCode)),
  handle(completeDevice, async (call) => {
    const desk = { ...call, oauth: oauthProviderOf(call.tools) };
    const clientId = await answerDevice(desk, call.body.userCode, call.body.accept);
    await call.tools.db.inTenant(call.caller.tenantId, (tx) =>
      call.audit(tx, {
        targetType: 'oauthDevice',
        targetId: clientId,
        changes: { accepted: { after: call.body.accept } },
      }),
    );
    return undefined;
  }),
];
