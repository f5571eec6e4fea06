import { fail } from '#contract/errors.ts';
import * as contract from '#contract/federation/connection-mappings.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import * as openid from '../openid-connections/openid-connections.ts';
import * as saml from '../saml-connections/saml-connections.ts';
import { getMapping, setMapping } from './mapping.ts';

export const mappingRoutes: Served[] = [
  handle(contract.getOpenidMapping, async (call) => {
    ownTenant(call);
    const row = await openid.findConnection(call.tx, call.params.id);
    if (!row) throw fail('not_found');
    return getMapping(call.tx, row.uuid);
  }),
  handle(contract.setOpenidMapping, async (call) => {
    ownTenant(call);
    const row = await openid.holdConnection(call.tx, call.params.id);
    if (!row) throw fail('not_found');
    const { mapping, changes } = await setMapping(call.tx, row.uuid, call.body);
    await call.audit(call.tx, { targetId: row.op_id, changes });
    return mapping;
  }),
  handle(contract.getSamlMapping, async (call) => {
    ownTenant(call);
    const { uuid } = await saml.mustFind(call.tx, call.params.samlId);
    return getMapping(call.tx, uuid);
  }),
  handle(contract.setSamlMapping, async (call) => {
    ownTenant(call);
    await saml.takeTurns(call.tx);
    const { uuid } = await saml.mustFind(call.tx, call.params.samlId);
    const { mapping, changes } = await setMapping(call.tx, uuid, call.body);
    await call.audit(call.tx, { targetId: uuid, changes });
    return mapping;
  }),
];
