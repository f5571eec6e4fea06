import * as contract from '#contract/federation/own-keys.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { switchCertificate, withdrawCertificate } from '../../platform/saml/own-certificates.ts';
import { describeSpKeys, spKeyOf } from './own-keys.ts';

export const ownKeyRoutes: Served[] = [
  handle(contract.switchSpCertification, async (call) => {
    ownTenant(call);
    const { tools, caller, params, body } = call;
    await switchCertificate(tools, caller.tenantId, spKeyOf[params.use], body.current, (tx, { before, after }) =>
      call.audit(tx, { targetId: after, changes: { certification: { before, after } } }),
    );
    return { certifications: await describeSpKeys(tools, caller.tenantId, params.use) };
  }),
  handle(contract.deleteSpOwnCertification, async (call) => {
    ownTenant(call);
    const { tools, caller, params } = call;
    await withdrawCertificate(tools, caller.tenantId, spKeyOf[params.use], params.kid, (tx) =>
      call.audit(tx, { targetId: params.kid, changes: { certification: { before: params.kid } } }),
    );
    return undefined;
  }),
];
