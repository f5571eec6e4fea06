import { fail } from '#contract/errors.ts';
import * as contract from '#contract/federation/email-domains.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { checkDomain } from './check.ts';
import * as domains from './email-domains.ts';

export const emailDomainRoutes: Served[] = [
  handle(contract.listEmailDomains, async (call) => {
    ownTenant(call);
    return wholePage(await domains.listDomains(call.tx));
  }),
  handle(contract.createEmailDomain, async (call) => {
    ownTenant(call);
    const { tx, caller, body, now } = call;
    const made = await domains.createDomain(tx, caller.tenantId, body.domain, now);
    await call.audit(tx, { targetId: made.domain, changes: { domain: { after: made.domain } } });
    return made;
  }),
  handle(contract.getEmailDomain, async (call) => {
    ownTenant(call);
    return domains.getDomain(call.tx, call.params.domain);
  }),
  handle(contract.updateEmailDomain, async (call) => {
    ownTenant(call);
    const { emailDomain, changes } = await domains.setProvider(call.tx, call.params.domain, call.body);
    await call.audit(call.tx, { targetId: emailDomain.domain, changes });
    return emailDomain;
  }),
  handle(contract.deleteEmailDomain, async (call) => {
    ownTenant(call);
    const { domain, provider } = await domains.deleteDomain(call.tx, call.params.domain);
    const changes = { domain: { before: domain }, ...(provider && { provider: { before: provider.displayName } }) };
    await call.audit(call.tx, { targetId: domain, changes });
    return undefined;
  }),
  handle(contract.checkEmailDomain, async (call) => {
    ownTenant(call);
    const { tools, caller, params, now } = call;
    const { tenantId } = caller;
    const { domain } = params;
    await spendTry(tools.db, [{ name: 'domainCheck', key: tenantId, most: 60, withinSeconds: 600 }], now);
    const found = await checkDomain(tools, { tenantId, domain }, now, (tx, changes) =>
      call.audit(tx, Object.keys(changes).length === 0 ? [] : { targetId: domain, changes }),
    );
    if (!found) throw fail('not_found');
    return tools.db.reading(tenantId, (tx) => domains.getDomain(tx, domain));
  }),
];
