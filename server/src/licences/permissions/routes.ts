import { deviceTypesOf } from '#contract/devices/device-types.ts';
import * as contract from '#contract/licences/permissions.ts';
import * as permitted from '#contract/licences/permitted.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import { readLocale } from '../licenses/licenses.ts';
import { readChanges } from './changes.ts';
import { countDeviceRule, countPermitted, previewUsers, setMatching } from './matching.ts';
import { setPermissions, setPermissionsOfUser } from './permissions.ts';
import { setRule } from './rules.ts';
import type { Saving } from './saving.ts';
import { searchPermitted, searchPermittedDevices } from './search.ts';

interface SavingCall {
  params: { tenantId: string };
  caller: { tenantId: string; uuid: string };
  tx: Tx;
  now: Date;
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
}

/**
 * Context of a call that saves assignments of the caller's own tenant, answered in the caller's language. Throws
 * `not_found`.
 */
async function savingOf(call: SavingCall, expectedRevision?: number): Promise<Saving> {
  ownTenant(call);
  const { tx, now, audit, caller } = call;
  return { tx, now, audit, operatorUuid: caller.uuid, expectedRevision, locale: await readLocale(tx, caller.uuid) };
}

export const permissionRoutes: Served[] = [
  handle(contract.setUserPermissions, async (call) => {
    const wishes = call.body.permissions.map(({ userId, permitted }, place) => ({
      id: userId,
      permitted,
      field: `permissions.${place}.userId`,
    }));
    return setPermissions(await savingOf(call, call.body.expectedRevision), call.params, 'user', wishes);
  }),
  handle(contract.setPermissionsOfUser, async (call) =>
    setPermissionsOfUser(await savingOf(call), call.params.userId, call.body.permissions),
  ),
  handle(contract.setAllUserPermissions, async (call) => {
    const reverse = call.body.reversePermittedUsers.map((id, place) => ({
      id,
      field: `reversePermittedUsers.${place}`,
    }));
    return setRule(
      await savingOf(call, call.body.expectedRevision),
      call.params,
      { type: 'user', all: call.body.permissions },
      reverse,
    );
  }),
  handle(contract.setDevicePermissions, async (call) => {
    const wishes = call.body.permissions.map(({ deviceId, permitted }, place) => ({
      id: deviceId,
      permitted,
      field: `permissions.${place}.deviceId`,
    }));
    return setPermissions(await savingOf(call, call.body.expectedRevision), call.params, 'device', wishes);
  }),
  handle(contract.setAllDevicePermissions, async (call) => {
    const { deviceTypeList: types, keepExceptions } = call.body;
    const known = deviceTypesOf(call.tools.config.PRODUCT_NAME);
    const rule = { type: 'device', types, known, keepExceptions } as const;
    const reverse = call.body.reversePermittedDevices.map((id, place) => ({
      id,
      field: `reversePermittedDevices.${place}`,
    }));
    return setRule(await savingOf(call, call.body.expectedRevision), call.params, rule, reverse);
  }),
  handle(contract.setMatchingUserPermissions, async (call) => {
    const { condition, expectedCount, permissions, reversePermittedUsers } = call.body;
    return setMatching(await savingOf(call, call.body.expectedRevision), call.params, {
      of: { type: 'user', condition },
      permitted: permissions,
      reverse: reversePermittedUsers,
      reverseField: 'reversePermittedUsers',
      expectedCount,
    });
  }),
  handle(contract.setMatchingDevicePermissions, async (call) => {
    const { condition, expectedCount, permissions, reversePermittedDevices } = call.body;
    return setMatching(await savingOf(call, call.body.expectedRevision), call.params, {
      of: { type: 'device', condition },
      permitted: permissions,
      reverse: reversePermittedDevices,
      reverseField: 'reversePermittedDevices',
      expectedCount,
    });
  }),
  handle(permitted.searchUserPermissions, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, now, body } = call;
    return searchPermitted({ db: tools.db, tx, tenantId: caller.tenantId, now }, body);
  }),
  handle(permitted.searchDevicePermissions, async (call) => {
    ownTenant(call);
    const { tx, caller, now, body } = call;
    return searchPermittedDevices({ tx, tenantId: caller.tenantId, now }, body);
  }),
  handle(permitted.countUserPermissions, async (call) => {
    ownTenant(call);
    const { licenseId, condition } = call.body;
    return countPermitted(call.tx, licenseId, { type: 'user', condition }, call.now);
  }),
  handle(permitted.previewUserAssignment, async (call) => {
    ownTenant(call);
    return previewUsers(call.tx, call.body, call.now);
  }),
  handle(permitted.countDevicePermissions, async (call) => {
    ownTenant(call);
    const { licenseId, condition } = call.body;
    return countPermitted(call.tx, licenseId, { type: 'device', condition }, call.now);
  }),
  handle(permitted.countDeviceRule, async (call) => {
    ownTenant(call);
    const { licenseId, deviceTypeList, keepExceptions } = call.body;
    return countDeviceRule(call.tx, licenseId, deviceTypeList, keepExceptions);
  }),
  handle(permitted.listPermissionChanges, async (call) => {
    ownTenant(call);
    return readChanges(call.tx, call.params.licenseId, call.query.since);
  }),
];
