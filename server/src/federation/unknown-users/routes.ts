import { fail } from '#contract/errors.ts';
import type { OpenidKind } from '#contract/federation/openid-values.ts';
import type { NewUserCause } from '#contract/federation/unknown-user-values.ts';
import * as contract from '#contract/federation/unknown-users.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { domainCause } from '../oidc-rp/domains.ts';
import * as openid from '../openid-connections/openid-connections.ts';
import * as saml from '../saml-connections/saml-connections.ts';
import { unknownUsersOf } from './unknown-users.ts';

export const unknownUserRoutes: Served[] = [
  handle(contract.getOpenidUnknownUsers, async (call) => {
    ownTenant(call);
    const row = await openid.findConnection(call.tx, call.params.id);
    if (!row) throw fail('not_found');
    const judging = {
      uuid: row.uuid,
      provider: { type: row.kind as OpenidKind, id: row.op_id },
      refusal: ({
        directoryId,
        mailAddress,
        vouches,
      }: {
        directoryId: string | null;
        mailAddress: string | null;
        vouches: boolean;
      }) =>
        directoryId !== null && !row.directory_ids.includes(directoryId)
          ? ('directory_not_listed' as const)
          : (domainCause(row, { email: mailAddress, email_verified: vouches }) as NewUserCause | null),
    };
    return unknownUsersOf(call.tools, call.tx, judging, call.now);
  }),
  handle(contract.getSamlUnknownUsers, async (call) => {
    ownTenant(call);
    const { uuid, saml_id: id } = await saml.mustFind(call.tx, call.params.samlId);
    const judging = { uuid, provider: { type: 'saml', id } as const, refusal: () => null };
    return unknownUsersOf(call.tools, call.tx, judging, call.now);
  }),
];
