import * as actionContract from '#contract/people/users-actions.ts';
import { listUsers, searchUsers } from '#contract/people/users-search.ts';
import * as contract from '#contract/people/users.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import * as actions from './actions/actions.ts';
import { setOneTimePassword } from './actions/one-time-password.ts';
import { changeUser } from './change.ts';
import { auditOf } from './audit-of.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { listUsersBy, searchForUsers } from '../search/search.ts';
import * as users from './users.ts';

/** The actions that need nothing but the user. */
const simpleActions = [
  [actionContract.deactivateUser, actions.deactivateUser],
  [actionContract.activateUser, actions.activateUser],
  [actionContract.unlockUser, actions.unlockUser],
  [actionContract.signOutUser, actions.signOutUser],
  [actionContract.resetUserMfa, actions.resetUserMfa],
  [actionContract.requireNewPassword, actions.requireNewPassword],
  [actionContract.sendInvitation, actions.sendInvitation],
] as const;

export const userRoutes: Served[] = [
  handle(searchUsers, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, now, body } = call;
    return searchForUsers({ db: tools.db, tx, tenantId: caller.tenantId, now }, body);
  }),
  handle(listUsers, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, now, query } = call;
    return listUsersBy({ db: tools.db, tx, tenantId: caller.tenantId, now }, query);
  }),
  handle(contract.createUser, async (call) => {
    ownTenant(call);
    return users.createUser(call.tools, call.caller, call.body, call.now, auditOf(call));
  }),
  handle(contract.updateUser, async (call) => {
    ownTenant(call);
    const { tools, caller, params, body } = call;
    return changeUser(tools, caller, params.userId, body, call, auditOf(call));
  }),
  handle(contract.deleteUser, async (call) => {
    ownTenant(call);
    const uuid = await users.deleteUser(call.tx, call.caller, call.params.userId, call.now, auditOf(call));
    call.tools.principals.forget(call.caller.tenantId, uuid);
    return undefined;
  }),
  ...simpleActions.map(([route, act]) =>
    handle(route, async (call) => {
      ownTenant(call);
      return act({ ...call, audit: auditOf(call) }, call.params.userId);
    }),
  ),
  handle(actionContract.setOneTimePassword, async (call) => {
    ownTenant(call);
    return setOneTimePassword(call.tools, call.caller, call.params.userId, call, auditOf(call));
  }),
];
