import { fail } from '#contract/errors.ts';
import * as contract from '#contract/federation/saml-connections.ts';
import { getSamlConnectionImpact } from '#contract/federation/connection-impact.ts';
import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { pemOf } from '../../platform/saml/certificate.ts';
import { fetchMetadata } from '../../platform/saml/fetch-metadata.ts';
import { listTraces } from '../traces/traces.ts';
import { importMetadata } from './metadata.ts';
import { metadataOf, oursOf } from './ours.ts';
import * as connections from './saml-connections.ts';
import { ensureSpKeys, spCertificates, spEncryptionCertificates } from '../own-keys/own-keys.ts';

export const samlConnectionRoutes: Served[] = [
  handle(contract.listSamlConnections, async (call) => {
    ownTenant(call);
    const results = await connections.listSamlConnections(call.tx);
    return wholePage(results);
  }),
  handle(contract.createSamlConnection, async (call) => {
    ownTenant(call);
    if (call.body.signRequests || call.body.sloUrl !== null) await ensureSpKeys(call.tools, call.caller.tenantId);
    const { connection, changes } = await connections.createSamlConnection(
      call.tx,
      call.caller.tenantId,
      call.body,
      call.now,
    );
    await call.audit(call.tx, { targetId: connection.uuid, changes });
    return connection;
  }),
  handle(contract.getSamlConnection, async (call) => {
    ownTenant(call);
    return connections.getSamlConnection(call.tx, call.params.samlId);
  }),
  handle(contract.updateSamlConnection, async (call) => {
    ownTenant(call);
    if (call.body.signRequests || call.body.sloUrl !== null) await ensureSpKeys(call.tools, call.caller.tenantId);
    const { connection, changes } = await connections.updateSamlConnection(
      call.tx,
      call.params.samlId,
      call.body,
      call.now,
    );
    await call.audit(call.tx, { targetId: connection.uuid, changes });
    return connection;
  }),
  handle(contract.deleteSamlConnection, async (call) => {
    ownTenant(call);
    const { uuid, changes } = await connections.deleteSamlConnection(call.tx, call.params.samlId);
    await call.audit(call.tx, { targetId: uuid, changes });
    return undefined;
  }),
  handle(contract.addSamlCertification, async (call) => {
    ownTenant(call);
    const { tenantId, samlId } = call.params;
    const { certification } = call.body;
    const { connection, changes } = await connections.addCertification(
      call.tx,
      { tenantId, samlId, certification },
      call.now,
    );
    await call.audit(call.tx, { targetId: connection.uuid, changes });
    return connection;
  }),
  handle(contract.deleteSamlCertification, async (call) => {
    ownTenant(call);
    const { samlId, certificationId } = call.params;
    const { connection, changes } = await connections.deleteCertification(call.tx, samlId, certificationId, call.now);
    await call.audit(call.tx, { targetId: connection.uuid, changes });
    return connection;
  }),
  handle(contract.importSaml, async (call) => {
    ownTenant(call);
    return importMetadata(call.body.metadata, call.now);
  }),
  handle(contract.importSamlFrom, async (call) => {
    ownTenant(call);
    const { address, entityId } = call.body;
    const found = importMetadata(await fetchMetadata(call.tools, call.caller.tenantId, address, call.now), call.now);
    if (entityId !== undefined && found.entityId !== entityId) throw fail('invalid_params', { field: 'entityId' });
    return found;
  }),
  handle(contract.getSamlMetadata, async (call) => {
    ownTenant(call);
    const { tools, caller } = call;
    const ours = oursOf(tools.config.publicUrl, call.params.tenantId, call.query.samlId);
    await ensureSpKeys(tools, caller.tenantId);
    const certificates = await spCertificates(tools, caller.tenantId);
    const encryption = await spEncryptionCertificates(tools, caller.tenantId);
    const row = await tools.db.reading(caller.tenantId, (tx) => connections.findConnection(tx, call.query.samlId));
    const certificate = pemOf(Buffer.from(certificates[0] ?? '', 'base64'));
    const metadata = metadataOf(ours, { certificates, encryption, signRequests: row?.sign_requests ?? false });
    const encryptionCertificate = pemOf(Buffer.from(encryption[0] ?? '', 'base64'));
    return { ...ours, certificate, encryptionCertificate, metadata };
  }),
  handle(getSamlConnectionImpact, async (call) => {
    ownTenant(call);
    return connections.impactOf(call.tx, call.params.samlId, call.caller.uuid);
  }),
  handle(contract.listSamlTraces, async (call) => {
    ownTenant(call);
    const { uuid } = await connections.mustFind(call.tx, call.params.samlId);
    const rows = await listTraces(call.tx, uuid);
    const results = rows.map(({ at, cause, request_id: requestId, ...row }) => ({
      ...row,
      cause: cause as SamlFailureCause | null,
      at: at.toISOString(),
      requestId,
    }));
    return wholePage(results);
  }),
];
