import { fail } from '#contract/errors.ts';
import { getUserSignIn } from '#contract/sign-in/user-sign-in.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle } from '../../platform/http/serve.ts';
import { findAccount } from '../account.ts';
import { secondFactorMethods } from '../proofs/second-factor.ts';
import { explain } from './explain.ts';
import { readMore } from './queries.ts';

export const standingRoutes = [
  handle(getUserSignIn, async (call) => {
    ownTenant(call);
    const { tx, params, now } = call;
    const account = await findAccount(tx, 'userId', params.userId.toLowerCase());
    const more = account && (await readMore(tx, account.uuid, account.policy));
    if (!account || !more) throw fail('not_found');
    const methods = await secondFactorMethods(tx, account.uuid);
    return explain({ ...account, ...more, hasMfa: methods.length > 0, hasProvider: more.has_provider }, now);
  }),
];
