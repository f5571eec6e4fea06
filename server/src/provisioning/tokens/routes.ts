import * as contract from '#contract/provisioning/management-tokens.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as tokens from './tokens.ts';

export const managementTokenRoutes: Served[] = [
  handle(contract.listManagementTokens, async ({ tx, now }) => wholePage(await tokens.listTokens(tx, now))),
  handle(contract.createManagementToken, async ({ tx, caller, body, now, audit }) => {
    const made = await tokens.createToken(tx, caller, body, now);
    const told = { name: made.name, scopes: made.scopes, source: made.source?.displayName, expiresAt: made.expiresAt };
    const changes = Object.fromEntries(Object.entries(told).map(([field, after]) => [field, { after }]));
    await audit(tx, { targetId: made.id, changes });
    return made;
  }),
  handle(contract.revokeManagementToken, async ({ tx, params, now, audit }) => {
    const name = await tokens.revokeToken(tx, params.id, now);
    await audit(tx, { targetId: params.id, changes: { name: { before: name } } });
    return undefined;
  }),
];
