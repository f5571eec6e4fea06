import { isTenantId } from '#contract/rules.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { readAuthnRequest } from './authn-request.ts';
import { checkHead, issuerOf, type RawMessage, verified } from '../../platform/saml/message.ts';
import { samlAddresses } from './paths.ts';
import { asRefusedRequest, RefusedRequest } from './problems.ts';
import * as queries from './queries.ts';
import { keepRequest } from './requests.ts';

export const unknownSp = () => new RefusedRequest('unknownSp', 'no such service provider');

/** What is thrown of a service provider that was found names it, for its administrators. */
export async function of<T>(samlSpId: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = asRefusedRequest(error);
    if (refused) refused.samlSpId ??= samlSpId;
    throw refused ?? error;
  }
}

/** A service provider of an active tenant. Throws `RefusedRequest`. */
export async function findSpOf(tx: Tx, by: { entityId: string } | { samlSpId: string }) {
  const all = tx
    .selectFrom('saml_sps as s')
    .innerJoin('tenants as t', 't.tenant_id', 's.tenant_id')
    .selectAll('s')
    .where('t.status', '=', 'active');
  const found = await ('entityId' in by
    ? all.where('s.entity_id', '=', by.entityId)
    : all.where('s.saml_sp_id', '=', by.samlSpId)
  ).executeTakeFirst();
  if (!found) throw unknownSp();
  return found;
}

export const refuseDisabled = ({ enabled }: queries.SpRow) => {
  if (!enabled) throw new RefusedRequest('disabled', 'the service provider is disabled');
};

/** As `message.ts` asks for the sender. */
export async function senderOf(tx: Tx, sp: queries.SpRow, signatureDemanded: boolean) {
  const rows = await queries.listCertifications(tx, sp.saml_sp_id);
  const checking = rows.filter(({ use }) => use !== 'encryption');
  const certifications = checking.map(({ certificate, expires_at: expiresAt, active }) => ({
    certificate,
    expiresAt,
    active,
  }));
  return { entityId: sp.entity_id, signatureDemanded, certifications };
}

/** Takes a request in. Returns the one-time ID under which the browser goes on. Throws `RefusedRequest`. */
export async function receiveRequest(tools: Tools, tenantId: string, message: RawMessage, now: Date): Promise<string> {
  if (!isTenantId(tenantId)) throw unknownSp();
  const entityId = issuerOf(message);
  return tools.db.inTenant(tenantId, async (tx) => {
    const sp = await findSpOf(tx, { entityId });
    return of(sp.saml_sp_id, async () => {
      refuseDisabled(sp);
      const sender = await senderOf(tx, sp, sp.authn_requests_signed);
      const { root, signed } = verified(message, sender, now);
      const { ssoUrl: destination } = samlAddresses(tools.config.publicUrl, tenantId);
      const spRequestId = checkHead(root, { kind: 'AuthnRequest', destination, entityId, signed, now });
      const asked = readAuthnRequest(root, { acsUrl: sp.acs_url, usual: sp.name_id_format, signed });
      const { relayState } = message;
      return keepRequest(tx, tenantId, { ...asked, samlSpId: sp.saml_sp_id, spRequestId, relayState, receivedAt: now });
    });
  });
}

/** A sign-in that starts at the portal. Returns its one-time ID. Throws `RefusedRequest`. */
export async function startAtPortal(tools: Tools, tenantId: string, samlSpId: string, now: Date): Promise<string> {
  if (!isTenantId(tenantId) || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(samlSpId)) throw unknownSp();
  return tools.db.inTenant(tenantId, async (tx) => {
    const sp = await findSpOf(tx, { samlSpId });
    return of(samlSpId, () => {
      refuseDisabled(sp);
      return keepRequest(tx, tenantId, {
        ...{ samlSpId, spRequestId: null, relayState: sp.relay_state, receivedAt: now },
        ...{ forceAuthn: false, isPassive: false, nameIdFormat: null, comparison: 'exact', contextClasses: [] },
      });
    });
  });
}

/** Whether a tenant has any service provider: without one there is nothing to sign in to. */
export async function hasServiceProvider(tools: Tools, tenantId: string): Promise<boolean> {
  if (!isTenantId(tenantId)) return true;
  const any = (tx: Tx) => tx.selectFrom('saml_sps').select('saml_sp_id').limit(1).executeTakeFirst();
  return (await tools.db.reading(tenantId, any)) !== undefined;
}
