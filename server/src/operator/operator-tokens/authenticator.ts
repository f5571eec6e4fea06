import type { Actor } from '#contract/principals.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { noteActor } from '../../platform/http/known-actor.ts';
import { type Authenticator, IN_NO_GROUPS } from '../../platform/http/principal.ts';
import type { Tools } from '../../platform/tools.ts';
import { findOpenToken } from './operator-tokens.ts';

/** Wrong tokens a network may send; right ones are never held up by them. */
const wrongTokens = (network: string): Limit => ({ name: 'operatorToken', key: network, most: 30, withinSeconds: 300 });

/**
 * The operator, by an operator token. A wrong one is counted by address: throws `too_many_requests` once there were too
 * many.
 */
export const operatorAuthenticator = (tools: Tools): Authenticator => ({
  type: 'operator',
  isBeforeBody: true,
  async find(request, token, now) {
    const found = await findOpenToken(tools.db, token, now);
    if (!found) {
      await spendTry(tools.db, [wrongTokens(clientInfo(request).network)], now);
      return null;
    }
    const { name, scopes } = found;
    const actor: Actor = { type: 'operator', id: name, name: `operator:${name}` };
    noteActor(request, { ...actor, tenantId: null });
    request.log.info({ operatorToken: name }, 'operator call');
    return {
      tenantId: PROVIDER,
      actor,
      permissions: new Set(scopes),
      inGroups: IN_NO_GROUPS,
      client: null,
      provedAt: null,
    };
  },
});
