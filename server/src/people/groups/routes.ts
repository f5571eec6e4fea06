import * as members from '#contract/people/groups-members.ts';
import { searchGroups } from '#contract/people/groups-search.ts';
import * as contract from '#contract/people/groups.ts';
import { fail } from '#contract/errors.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import * as groups from './groups.ts';
import { addMembers, removeMembers } from './members/change.ts';
import { ofDevices, ofUsers } from './members/kind.ts';
import { listDevices, listUsers } from './members/list.ts';
import { searchForGroups, searchGroupsOf } from './search/search.ts';
import { addChildren, lockEdges, removeChildren } from './tree/tree.ts';

const keyOf = ({ params, caller }: { params: { uuid: string }; caller: { tenantId: string } }) => ({
  tenantId: caller.tenantId,
  uuid: params.uuid,
});

const oneGroup: Served[] = [
  handle(contract.createGroup, async (call) => {
    ownTenant(call);
    const { deviceIds } = call.body;
    if (deviceIds.length > 0 && !call.caller.permissions.has('devices:write')) throw fail('forbidden');
    return groups.createGroup(call.tx, call.caller.tenantId, call.body, call.now, call.audit);
  }),
  handle(contract.getGroup, async (call) => {
    ownTenant(call);
    return groups.getGroup(call.tx, call.params.uuid);
  }),
  handle(contract.updateGroup, async (call) => {
    ownTenant(call);
    return groups.changeGroup(call.tx, keyOf(call), call.body, call.now, call.audit);
  }),
  handle(contract.deleteGroup, async (call) => {
    ownTenant(call);
    return groups.deleteGroup(call.tx, keyOf(call), call.audit);
  }),
];

/** A change of members: locks the group, and writes the log. */
const userChanges = [
  [members.addGroupUsers, addMembers],
  [members.removeGroupUsers, removeMembers],
] as const;
const deviceChanges = [
  [members.addGroupDevices, addMembers],
  [members.removeGroupDevices, removeMembers],
] as const;
const childChanges = [
  [members.addGroupGroups, addChildren],
  [members.removeGroupGroups, removeChildren],
] as const;

export const groupRoutes: Served[] = [
  ...oneGroup,
  handle(searchGroups, async (call) => {
    ownTenant(call);
    return searchForGroups(call.tx, call.body);
  }),
  ...userChanges.map(([route, change]) =>
    handle(route, async (call) => {
      ownTenant(call);
      const group = await groups.keepGroup(call.tx, call.caller.tenantId, call.params.uuid);
      const { entries, ...done } = await change(call.tx, ofUsers, group, call.body.userIds);
      await call.audit(call.tx, entries);
      return done;
    }),
  ),
  ...deviceChanges.map(([route, change]) =>
    handle(route, async (call) => {
      ownTenant(call);
      const group = await groups.keepGroup(call.tx, call.caller.tenantId, call.params.uuid);
      const { entries, ...done } = await change(call.tx, ofDevices, group, call.body.deviceIds);
      await call.audit(call.tx, entries);
      return done;
    }),
  ),
  ...childChanges.map(([route, change]) =>
    handle(route, async (call) => {
      ownTenant(call);
      await lockEdges(call.tx);
      const group = await groups.keepGroup(call.tx, call.caller.tenantId, call.params.uuid);
      const { entries, ...done } = await change(call.tx, group, call.body.groupIds);
      await call.audit(call.tx, entries.length > 0 ? entries : { targetId: group.uuid });
      return done;
    }),
  ),
  handle(members.searchGroupUsers, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, now, params, body } = call;
    return listUsers({ db: tools.db, tx, tenantId: caller.tenantId, now }, params.uuid, body);
  }),
  handle(members.searchGroupDevices, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, now, params, body } = call;
    return listDevices({ db: tools.db, tx, tenantId: caller.tenantId, now }, params.uuid, body);
  }),
  handle(members.searchGroupGroups, async (call) => {
    ownTenant(call);
    return searchGroupsOf(call.tx, call.params.uuid, call.body);
  }),
];
