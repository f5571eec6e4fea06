import { fail } from '#contract/errors.ts';
import * as contract from '#contract/apps/saml-idp.ts';
import * as ownContract from '#contract/apps/saml-idp-own.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { fetchMetadata } from '../../platform/saml/fetch-metadata.ts';
import { switchCertificate, withdrawCertificate } from '../../platform/saml/own-certificates.ts';
import { readSessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findSessionOfCookie } from '../../sign-in/sessions/sessions.ts';
import { samlKeys } from './certificates.ts';
import * as notices from './expiry-notices.ts';
import { readSpMetadata } from './metadata.ts';
import { listSpRefusals } from './problems.ts';
import * as idp from './saml-idp.ts';
import { spLogoutUris } from './sp-logouts.ts';

/** The tenant as SAML identity provider, for its administrators; what browsers call is in mount.ts. */
export const samlIdpRoutes: Served[] = [
  handle(ownContract.getSamlIdp, (call) => {
    ownTenant(call);
    return idp.describeSamlIdp(call.tools, call.caller.tenantId);
  }),
  handle(ownContract.switchIdpCertification, async (call) => {
    ownTenant(call);
    const { tools, caller } = call;
    await switchCertificate(tools, caller.tenantId, samlKeys, call.body.current, (tx, { before, after }) =>
      call.audit(tx, { targetId: after, changes: { certification: { before, after } } }),
    );
    return idp.describeSamlIdp(tools, caller.tenantId);
  }),
  handle(ownContract.deleteIdpCertification, async (call) => {
    ownTenant(call);
    const { tools, caller, params } = call;
    await withdrawCertificate(tools, caller.tenantId, samlKeys, params.kid, (tx) =>
      call.audit(tx, { targetId: params.kid, changes: { certification: { before: params.kid } } }),
    );
    return undefined;
  }),
  handle(contract.listSamlSps, async (call) => {
    ownTenant(call);
    return wholePage(await idp.listSamlSps(call.tools, call.tx));
  }),
  handle(contract.createSamlSp, async (call) => {
    ownTenant(call);
    const { sp, changes } = await idp.createSamlSp(call.tools, call.tx, { ...call.caller, now: call.now }, call.body);
    await call.audit(call.tx, { targetId: sp.samlSpId, changes });
    return sp;
  }),
  handle(contract.getSamlSp, (call) => {
    ownTenant(call);
    return idp.getSamlSp(call.tools, call.tx, call.params.samlSpId);
  }),
  handle(contract.updateSamlSp, async (call) => {
    ownTenant(call);
    const { sp, changes } = await idp.updateSamlSp(call.tools, call.tx, call.params.samlSpId, call.body, call.now);
    await call.audit(call.tx, { targetId: sp.samlSpId, changes });
    return sp;
  }),
  handle(contract.deleteSamlSp, async (call) => {
    ownTenant(call);
    const changes = await idp.deleteSamlSp(call.tx, call.params.samlSpId);
    await call.audit(call.tx, { targetId: call.params.samlSpId, changes });
    return undefined;
  }),
  handle(contract.samlSpLogoutUris, async ({ tools, request, params, now }) => {
    const session = await findSessionOfCookie(tools.db, readSessionCookie(request), now);
    const isOwn = session?.tenantId === params.tenantId;
    return { samlSpLogoutUris: isOwn ? (await spLogoutUris(tools, session, now)).map(({ uri }) => uri) : [] };
  }),
  handle(contract.readSpMetadata, async (call) => {
    ownTenant(call);
    return readSpMetadata(call.body.metadata, call.now);
  }),
  handle(contract.readSpMetadataFrom, async (call) => {
    ownTenant(call);
    const { address, entityId } = call.body;
    const found = readSpMetadata(await fetchMetadata(call.tools, call.caller.tenantId, address, call.now), call.now);
    if (entityId !== undefined && found.entityId !== entityId)
      throw fail('sp_setting_incorrect', { field: 'entityId' });
    return found;
  }),
  handle(contract.getExpirationNotification, (call) => {
    ownTenant(call);
    return notices.readExpirationNotification(call.tx, call.params.samlSpId);
  }),
  handle(contract.setExpirationNotification, async (call) => {
    ownTenant(call);
    const { samlSpId } = call.params;
    const { notification, changes } = await notices.changeExpirationNotification(call.tx, samlSpId, call.body);
    await call.audit(call.tx, { targetId: samlSpId, changes });
    return notification;
  }),
  handle(contract.listSpCertifications, async (call) => {
    ownTenant(call);
    return wholePage(await idp.listSpCertifications(call.tx, call.params.samlSpId));
  }),
  handle(contract.addSpCertification, async (call) => {
    ownTenant(call);
    const { samlSpId } = call.params;
    const at = { tenantId: call.caller.tenantId, samlSpId, now: call.now };
    const added = await idp.addSpCertification(call.tx, at, call.body.certification, call.body.use);
    const after = `${added.fingerprint} (${added.use})`;
    await call.audit(call.tx, { targetId: samlSpId, changes: { certification: { after } } });
    return added;
  }),
  handle(contract.changeSpCertification, async (call) => {
    ownTenant(call);
    const { samlSpId } = call.params;
    const which = { ...call.params, now: call.now };
    const { certification, changes } = await idp.changeSpCertification(call.tx, which, call.body.active);
    await call.audit(call.tx, { targetId: samlSpId, changes });
    return certification;
  }),
  handle(contract.deleteSpCertification, async (call) => {
    ownTenant(call);
    const { samlSpId, certificationId } = call.params;
    const changes = await idp.deleteSpCertification(call.tx, samlSpId, certificationId);
    await call.audit(call.tx, { targetId: samlSpId, changes });
    return undefined;
  }),
  handle(contract.changeSpIcon, async (call) => {
    ownTenant(call);
    const { sp, changes } = await idp.changeSpIcon(call.tools, call.tx, call.params.samlSpId, call.body, call.now);
    await call.audit(call.tx, { targetId: sp.samlSpId, changes });
    return sp;
  }),
  handle(contract.listMySamlApps, async ({ tools, tx }) => wholePage(await idp.listSamlTiles(tools, tx))),
  handle(contract.listSpProblems, async (call) => {
    ownTenant(call);
    await idp.getSamlSp(call.tools, call.tx, call.params.samlSpId);
    return wholePage(await listSpRefusals(call.tx, call.params.samlSpId, call.now));
  }),
];
