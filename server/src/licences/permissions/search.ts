import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type {
  LicenseRule,
  OfLicense,
  RowDevice,
  RowUser,
  searchDevicePermissions,
  searchUserPermissions,
} from '#contract/licences/permitted.ts';
import { searchFor as searchUsers } from '../../people/search/search.ts';
import { ask, type Question, together } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { searchFor as searchDevices } from '../../devices/list/search/search.ts';
import { isAllowed, isInRule } from './decide.ts';
import { countHolding, ofDevice, ofUser } from './holding.ts';
import { devicesOf, type ReversalRow, type RuleRow, reversalsOf, rulesOf, usersOf } from './search-queries.ts';

type VolumeType = 'user' | 'device';

/** Rules of licenses in the requested order. Throws `license_not_exist`. */
function inOrder(rules: readonly RuleRow[], licenseIds: readonly string[]): RuleRow[] {
  const known = new Map(rules.map((rule) => [rule.license_id, rule]));
  return licenseIds.map((licenseId) => {
    const rule = known.get(licenseId);
    if (!rule) throw fail('license_not_exist', { field: 'licenseIds' });
    return rule;
  });
}

/** Returns a function that tells whether a holder has a license. */
function permissionsBy(rules: readonly RuleRow[], reversed: readonly ReversalRow[]) {
  const key = (uuid: string, licenseId: string, generation: number) => `${uuid} ${licenseId} ${generation}`;
  const reversals = new Map(reversed.map((row) => [key(row.uuid, row.license_id, row.generation), row.permitted]));
  return ({ uuid, roles, deviceType }: Pick<RowUser, 'uuid' | 'roles'> & Partial<Pick<RowDevice, 'deviceType'>>) =>
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

/** Reads the rows of a page, the rules and their exceptions in one round trip. Throws `license_not_exist`. */
async function readRows<Row extends RowUser | RowDevice>(
  tx: Tx,
  type: VolumeType,
  rowsOf: (uuids: readonly string[]) => Question<Row>,
  uuids: readonly string[],
  licenseIds: readonly string[],
) {
  const [rows, found, reversed] = await together(
    tx,
    rowsOf(uuids),
    rulesOf(type, licenseIds),
    reversalsOf(type, uuids, licenseIds),
  );
  const rules = inOrder(found, licenseIds);
  return { rows, rules: rules.map(toRule), permissionsOf: permissionsBy(rules, reversed) };
}

/**
 * The rule and the number of holders of the license that a condition asks for; nothing, if it asks for none. Throws
 * `license_not_exist`.
 */
async function readAsked(tx: Tx, type: VolumeType, asked: OfLicense) {
  if (!asked) return undefined;
  const [rule] = await ask(tx, rulesOf(type, [asked.licenseId]));
  if (!rule) throw fail('license_not_exist', { field: 'condition.license.licenseId' });
  return { rule, permitted: asked.permitted };
}

/** Matching users, each with the state of the requested licenses. Throws `license_not_exist`. */
export async function searchPermitted(
  here: Parameters<typeof searchUsers>[0],
  { licenseIds, ...question }: BodyOf<typeof searchUserPermissions>,
): Promise<AnswerOf<typeof searchUserPermissions>> {
  const asked = await readAsked(here.tx, 'user', question.condition.license);
  const besides = asked && {
    predicates: [ofUser(asked.rule, asked.permitted)],
    total: await countHolding(here.tx, 'user', asked.rule.license_id, asked.permitted),
  };
  return searchUsers(
    here,
    question,
    async (tx, uuids) => {
      const { rows, rules, permissionsOf } = await readRows(tx, 'user', usersOf, uuids, licenseIds);
      return { results: rows.map((user) => ({ user, permissions: permissionsOf(user) })), rules };
    },
    besides,
  );
}

/** Matching devices, likewise. Throws `license_not_exist`. */
export async function searchPermittedDevices(
  here: Parameters<typeof searchDevices>[0],
  { licenseIds, ...question }: BodyOf<typeof searchDevicePermissions>,
): Promise<AnswerOf<typeof searchDevicePermissions>> {
  const asked = await readAsked(here.tx, 'device', question.condition.license);
  return searchDevices(
    here,
    question,
    async (tx, uuids) => {
      const { rows, rules, permissionsOf } = await readRows(tx, 'device', devicesOf, uuids, licenseIds);
      return { results: rows.map((device) => ({ device, permissions: permissionsOf(device) })), rules };
    },
    asked && [ofDevice(asked.rule, asked.permitted)],
  );
}
