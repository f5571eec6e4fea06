import { fail } from '#contract/errors.ts';
import type { SavedPermissions } from '#contract/licences/permissions.ts';
import type { Changes } from '../../platform/events/write.ts';
import { isInRule } from './decide.ts';
import { countAll } from './matching-queries.ts';
import { entriesOfNamed, permitsSomebodyNew, readNamed } from './named.ts';
import * as queries from './queries.ts';
import { carryExceptions } from './rule-queries.ts';
import {
  answer,
  apply,
  holdHolders,
  holdLicense,
  type LicenseKey,
  noteRevision,
  refuseOverfull,
  type Saving,
  type Wish,
} from './saving.ts';

/** The rule to set. */
export type Rule =
  | { type: 'user'; all: boolean }
  /**
   * `known`: all existing types. `keepExceptions`: keep exceptions of the previous rule that are exceptions from this
   * one too.
   */
  | { type: 'device'; types: readonly string[]; known: readonly string[]; keepExceptions?: boolean };

/**
 * Sets a license's rule and its exceptions. Throws what the contract's routes name; `device_type_not_allowed` for a
 * type the license is not for, or an unknown one.
 */
export async function setRule(
  saving: Saving,
  key: LicenseKey,
  rule: Rule,
  reverse: readonly Omit<Wish, 'permitted'>[],
): Promise<SavedPermissions> {
  const { tx, now } = saving;
  const asWishes = reverse.map((one) => ({ ...one, permitted: false }));
  const holders = await holdHolders(tx, rule.type, asWishes);
  const before = await holdLicense(saving, key, rule.type);
  const next = { all_users: rule.type === 'user' && rule.all, all_device_types: typesOf(rule, before) };
  const counted = await countAll(tx, rule.type, key.licenseId);
  const license = await queries.startGeneration(tx, before, next, now);
  const isCarrying = rule.type === 'device' && rule.keepExceptions === true;
  if (isCarrying) await carryExceptions(tx, before, license);
  const wishes = asWishes.map((one) => {
    const holder = holders.get(one.id.toLowerCase()) as queries.Holder;
    return { ...one, permitted: !isInRule(license, holder) };
  });
  const named = await readNamed(tx, before, license, [...holders.values()]);
  const { changed } = await apply(tx, license, wishes, holders, !isCarrying);
  await refuseOverfull(saving, license, () => permitsSomebodyNew(tx, before, license, counted, named));
  await noteRevision(saving, license, true, []);
  const after = await answer(saving, key.licenseId, changed.length);
  const use = { before: counted.permitted, after: after.license.usedVolume };
  const changes = { usedVolume: use, ...ruleChanges(before, license), reversed: { after: changed.length } };
  const entry = { targetId: key.licenseId, changes };
  await saving.audit(tx, [entry, ...entriesOfNamed(license, named)]);
  return after;
}

/** The device types of a rule. Throws `device_type_not_allowed`. */
function typesOf(rule: Rule, license: queries.HeldLicense): string[] {
  if (rule.type === 'user') return [];
  const possible = license.available_device_types ?? rule.known;
  if (rule.types.some((type) => !possible.includes(type)))
    throw fail('device_type_not_allowed', { field: 'deviceTypeList' });
  return [...rule.types];
}

function ruleChanges(before: queries.HeldLicense, after: queries.HeldLicense): Changes {
  return after.volume_type === 'user'
    ? { allUsers: { before: before.all_users, after: after.all_users } }
    : { deviceTypeList: { before: before.all_device_types, after: after.all_device_types } };
}
