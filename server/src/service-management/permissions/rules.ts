import { fail } from '#contract/errors.ts';
import type { SavedPermissions } from '#contract/service-management/permissions.ts';
import type { Changes } from '../../audit/operation-log.ts';
import { isInRule } from './decide.ts';
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

/** The rule a licence shall have. */
export type Rule =
  | { type: 'user'; all: boolean }
  /** `keepExceptions`: those from the rule before that would be exceptions from this one too. */
  | { type: 'device'; types: readonly string[]; keepExceptions?: boolean };

/**
 * Makes a rule of a licence, of some the reverse. Throws what the contract's routes name; a type the licence is not for
 * is `device_type_not_allowed`.
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
  const types = rule.type === 'device' ? [...rule.types] : [];
  const isWrong = types.some((type) => !(before.available_device_types?.includes(type) ?? true));
  if (isWrong) throw fail('device_type_not_allowed', { field: 'deviceTypeList' });
  const used = await queries.readUse(tx, key.licenseId);
  const next = { all_users: rule.type === 'user' && rule.all, all_device_types: types };
  const license = await queries.startGeneration(tx, before, next, now);
  const isCarrying = rule.type === 'device' && rule.keepExceptions === true;
  if (isCarrying) await carryExceptions(tx, before, license);
  const wishes = asWishes.map((one) => {
    const holder = holders.get(one.id.toLowerCase()) as queries.Holder;
    return { ...one, permitted: !isInRule(license, holder) };
  });
  const { changed } = await apply(tx, license, wishes, holders, !isCarrying);
  await refuseOverfull(saving, license, (now) => now > used);
  await noteRevision(saving, license, true, []);
  const after = await answer(saving, key.licenseId, changed.length);
  const use = { before: used, after: after.license.usedVolume };
  const changes = { usedVolume: use, ...ruleChanges(before, license), reversed: { after: changed.length } };
  await saving.audit(tx, { targetType: 'license', targetId: key.licenseId, changes });
  return after;
}

function ruleChanges(before: queries.HeldLicense, after: queries.HeldLicense): Changes {
  return after.volume_type === 'user'
    ? { allUsers: { before: before.all_users, after: after.all_users } }
    : { deviceTypeList: { before: before.all_device_types, after: after.all_device_types } };
}
