import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type {
  LicenseRule,
  searchDevicePermissions,
  searchUserPermissions,
} from '#contract/service-management/permitted.ts';
import { searchForUsers } from '../../authentication/users/search/search.ts';
import type { Tx } from '../../db/transaction.ts';
import { searchForDevices } from '../../device-management/devices/search/search.ts';
import { isAllowed, isInRule } from './decide.ts';
import { listReversals, type RuleRow, readRules } from './search-queries.ts';

type Here = Parameters<typeof searchForUsers>[0];
type VolumeType = 'user' | 'device';

/** The rules of licences, in the order asked for. Throws `license_not_exist`. */
async function rulesOf(tx: Tx, type: VolumeType, licenseIds: readonly string[]): Promise<RuleRow[]> {
  const rules = new Map((await readRules(tx, type, licenseIds)).map((rule) => [rule.license_id, rule]));
  return licenseIds.map((licenseId) => {
    const rule = rules.get(licenseId);
    if (!rule) throw fail('license_not_exist', { field: 'licenseIds' });
    return rule;
  });
}

interface Row {
  uuid: string;
  roles: string[];
  /** Of a device. */
  deviceType?: string;
}

/** What some are permitted of licences, as the function to ask. */
async function readPermissions(tx: Tx, type: VolumeType, rules: readonly RuleRow[], rows: readonly Row[]) {
  const found = await listReversals(
    tx,
    type,
    rows.map(({ uuid }) => uuid),
    rules.map(({ license_id }) => license_id),
  );
  const key = (uuid: string, licenseId: string, generation: number) => `${uuid} ${licenseId} ${generation}`;
  const reversals = new Map(found.map((row) => [key(row.uuid, row.license_id, row.generation), row.permitted]));
  return ({ uuid, roles, deviceType }: Row) =>
    rules.map((rule) => {
      const holder = { roles, device_type: deviceType ?? null };
      const allowed = isAllowed(rule, holder);
      const permitted =
        allowed && (reversals.get(key(uuid, rule.license_id, rule.generation)) ?? isInRule(rule, holder));
      return { licenseId: rule.license_id, permitted, allowed };
    });
}

const toRule = (row: RuleRow): LicenseRule => ({
  licenseId: row.license_id,
  allUsers: row.all_users,
  deviceTypes: row.all_device_types,
  exceptions: row.exceptions,
  singles: row.singles,
  revision: row.revision,
});

/** Users that match, each with what it is permitted of the licences asked about. Throws `license_not_exist`. */
export async function searchPermitted(
  here: Here,
  { licenseIds, ...question }: BodyOf<typeof searchUserPermissions>,
): Promise<AnswerOf<typeof searchUserPermissions>> {
  const rules = await rulesOf(here.tx, 'user', licenseIds);
  const page = await searchForUsers(here, question);
  const permissionsOf = await readPermissions(here.tx, 'user', rules, page.results);
  return {
    ...page,
    results: page.results.map((user) => ({ user, permissions: permissionsOf(user) })),
    rules: rules.map(toRule),
  };
}

/** Devices that match, likewise. Throws `license_not_exist`. */
export async function searchPermittedDevices(
  tx: Tx,
  { licenseIds, ...question }: BodyOf<typeof searchDevicePermissions>,
  now: Date,
): Promise<AnswerOf<typeof searchDevicePermissions>> {
  const rules = await rulesOf(tx, 'device', licenseIds);
  const page = await searchForDevices(tx, question, now);
  const permissionsOf = await readPermissions(tx, 'device', rules, page.results);
  return {
    ...page,
    results: page.results.map((device) => ({ device, permissions: permissionsOf(device) })),
    rules: rules.map(toRule),
  };
}
