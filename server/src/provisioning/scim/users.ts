import { isMailAddress, isUserId } from '#contract/rules.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import { revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import { queueNotices } from '../../tenant/notices/notices.ts';
import { deleteUsers } from '../../people/bin/delete.ts';
import { signedOutFields, switchUsers } from '../../people/changes/access.ts';
import { type Given, insertOne, updateOne } from '../../people/changes/changes.ts';
import { followChange, prepareChange } from '../../people/changes/consequences.ts';
import { checkOne } from '../../people/changes/one.ts';
import { atGroupsOfLeaving } from '../../people/groups/members/log.ts';
import { freeUserId } from '../../people/newcomers/newcomers.ts';
import { readReach } from '../exclusions/exclusions.ts';
import { isOfProvenDomain } from '../ports.ts';
import { byOf, type ScimAct, sourceOf, taken, tell } from './act.ts';
import { adopt } from './adopting.ts';
import type { Resource } from './coerce.ts';
import { leaveGroups } from './groups.ts';
import { type Mapped, mappedOf } from './mapped.ts';
import * as queries from './queries.ts';
import { heldBack, mayLeave, withdraw } from './leaving.ts';
import { bad, ExcludedRefusal, ScimRefusal } from './refusal.ts';
import { CUSTOM } from './schema.ts';
import { refuseOtherVersion } from './version.ts';

/** Both names are in indexes, which take no long ones. */
const MAX_NAME = 256;
/** Every list of users reads the whole of each, and a change holds it twice. */
const MAX_STORED_BYTES = 32 * 1024;

/** The names of a resource. Throws `invalidValue`. */
export function namesOf(resource: Resource): { userName: string; externalId: string | null } {
  const { userName, externalId } = resource;
  if (typeof userName !== 'string' || userName.length > MAX_NAME)
    throw bad('invalidValue', `A user needs a userName of at most ${MAX_NAME} characters.`);
  if (typeof externalId === 'string' && externalId.length > MAX_NAME)
    throw bad('invalidValue', `An externalId has at most ${MAX_NAME} characters.`);
  return { userName, externalId: typeof externalId === 'string' ? externalId : null };
}

/** What is stored of it: whether a user is active is said by the account. Throws `invalidValue` if it is too large. */
export function stored({ active: _, ...resource }: Resource): Resource {
  if (Buffer.byteLength(JSON.stringify(resource)) > MAX_STORED_BYTES)
    throw bad('invalidValue', `A user has at most ${MAX_STORED_BYTES} bytes.`);
  return resource;
}

/**
 * Makes a user of the source, or brings back the one whom it had deleted and who was kept. Whoever else has the name or the
 * address is taken over where the source's rule allows it, otherwise 409.
 */
export async function createUser(act: ScimAct, resource: Resource): Promise<string> {
  const { tx } = act;
  const names = namesOf(resource);
  const known = await queries.holdNamed(tx, sourceOf(act), names);
  const [here] = known.filter(({ gone_at }) => gone_at === null);
  if (here) throw taken(`The source has this user already, with the ID ${here.user_uuid}.`);
  const [gone, ...others] = known;
  if (gone && others.length === 0) {
    // The groups of before do not come back with the user: the source says who is in them.
    await leaveGroups(act, gone);
    // Its deletion waits no more, whatever the user is from now on.
    if (gone.held) await withdraw(act, gone.user_uuid);
    await changeHeld(act, { ...gone, held: null }, { active: true, ...resource });
    return gone.user_uuid;
  }
  if (gone) throw taken('The userName and the externalId belong to different users.');
  return insertUser(act, resource, names);
}

async function insertUser(act: ScimAct, resource: Resource, names: ReturnType<typeof namesOf>): Promise<string> {
  const { tx, caller, now } = act;
  const { userName } = names;
  const mapped = mappedOf(resource);
  const found = await queries.takenOf(tx, sourceOf(act), userName, mapped.loginMailAddress);
  if (found.name || found.address) {
    const adopted = await adoptUser(act, resource, { ...names, loginMailAddress: mapped.loginMailAddress });
    if (adopted !== null) return adopted;
  }
  if (found.name) throw taken('A user of the organization has this userName.');
  if (found.excluded) throw new ExcludedRefusal();
  const user = { uuid: newUuid(), userId: isUserId(userName) ? userName : await freeUserId(tx, addressLike(userName)) };
  const { checked, inserted, isOff, changes } = newcomerOf(resource, mapped, user.userId, await mayVouch(tx, mapped));
  await checkOne(tx, { kind: 'create', user, given: checked });
  await insertOne(tx, user, inserted, now);
  if (isOff) await updateOne(tx, user.uuid, { status: 'inactive' });
  const link = { tenantId: caller.tenantId, source: sourceOf(act), uuid: user.uuid, ...names };
  await queries.insertLink(tx, { ...link, resource: stored(resource) }, now);
  await tell(act, [{ type: 'user.provisioned', targetId: user.uuid, changes }]);
  act.touched.add(user.uuid);
  return user.uuid;
}

async function adoptUser(act: ScimAct, resource: Resource, wanted: Parameters<typeof adopt>[1]) {
  const uuid = await adopt(act, wanted);
  const row = uuid === null ? null : await queries.holdUser(act.tx, sourceOf(act), uuid);
  if (!row) return null;
  await refuseNameOfAnother(act, wanted.userName, row);
  await changeHeld(act, row, { active: true, ...resource });
  return uuid;
}

/** What a user ID is made of, of a name that is none. */
export const addressLike = (userName: string): string => (isMailAddress(userName) ? userName : `${userName}@`);

/** What a new user is checked by and given, and what the log tells. */
export function newcomerOf(resource: Resource, mapped: Mapped, userId: string, isProven: boolean) {
  const { loginMailAddress, mailAddresses, ...described } = mapped;
  const given: Given = {
    ...{ ...described, roles: ['User'], status: isProven ? 'active' : 'registering', source: 'scim' },
    ...(mailAddresses.length > 0 && { mailAddresses }),
  };
  const address = loginMailAddress ?? undefined;
  const isOff = resource.active === false;
  const told = {
    ...{ userId, ...described, status: isOff ? 'inactive' : given.status, roles: ['User'] },
    ...(isProven ? { loginMailAddress } : { nextLoginMailAddress: loginMailAddress }),
    mailAddresses,
  };
  const filled = Object.entries(told).filter(([, value]) => value !== null && value !== '' && value?.length !== 0);
  return {
    checked: { ...given, loginMailAddress: address } as Given,
    inserted: { ...given, ...(isProven ? { provenMailAddress: address } : { loginMailAddress: address }) } as Given,
    isOff,
    changes: Object.fromEntries(filled.map(([name, after]) => [name, { after }])) as Changes,
  };
}

/** Whether an address needs no confirmation: the organization has proven its domain. */
export const mayVouch = async (tx: Tx, { loginMailAddress: address }: Pick<Mapped, 'loginMailAddress'>) =>
  address !== null && isOfProvenDomain(tx, address);

/** A resource as it is, with what the account says. Who is held back is what the source said. */
export const resourceOf = ({ resource, status, held }: queries.UserRow): Resource => ({
  ...resource,
  active: status !== 'inactive' && held === null,
});

/**
 * Holds a user of the source. Throws 404, 412 if it is not the version that was asked for, and 403 for an administrator:
 * no source changes one.
 */
async function hold(act: ScimAct, uuid: string, ifMatch: string | undefined): Promise<queries.HeldRow> {
  const row = await queries.holdUser(act.tx, sourceOf(act), uuid);
  if (!row) throw new ScimRefusal(404, 'There is no such user.');
  refuseOtherVersion(row, ifMatch);
  return row;
}

/** Changes a user to what `next` makes of the resource. */
export async function changeUser(
  act: ScimAct,
  uuid: string,
  ifMatch: string | undefined,
  next: (before: Resource) => Resource,
): Promise<void> {
  const row = await hold(act, uuid, ifMatch);
  const before = resourceOf(row);
  const after = next(before);
  if (isSame(before, after)) return;
  await changeHeld(act, row, after);
}

/** Whether two resources say the same, in whatever order. */
export const isSame = (one: Resource, other: Resource): boolean =>
  JSON.stringify(sortedDeep(one)) === JSON.stringify(sortedDeep(other));

const sortedDeep = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => [key, sortedDeep(one)]);
};

/** Whether the source may not touch a user whom it provides. Throws 403 for an administrator. */
async function isSpared(act: ScimAct, { user_uuid }: queries.HeldRow): Promise<boolean> {
  const { rights, excluded } = await readReach(act.tx, sourceOf(act), user_uuid);
  if (rights) throw new ScimRefusal(403, 'A source cannot change an administrator.');
  return excluded;
}

async function changeHeld(act: ScimAct, row: queries.HeldRow, resource: Resource): Promise<void> {
  const { tx, now } = act;
  const spared = await isSpared(act, row);
  const names = namesOf(resource);
  const uuid = row.user_uuid;
  if (names.userName.toLowerCase() !== row.user_name.toLowerCase()) await refuseNameOfAnother(act, names.userName, row);
  const changed = spared ? {} : await changeFields(act, row, mappedOf(resource));
  const switched = spared ? await spare(act, row, resource) : await switchUser(act, row, resource.active !== false);
  await queries.updateLink(tx, { source: sourceOf(act), uuid, ...names, resource: stored(resource) }, now);
  const told: TypedEntry[] = [
    ...(Object.keys(changed).length > 0 ? [{ type: 'user.changed' as const, targetId: uuid, changes: changed }] : []),
    ...switched,
  ];
  if (told.length > 0) await tell(act, told);
  act.touched.add(uuid);
}

/**
 * The account of who is excluded stays as it is. What the source says is kept all the same: by its names it finds the user
 * again, and the rest is made good by its next change once the user is excluded no more. What the log says of it.
 */
async function spare(act: ScimAct, row: queries.HeldRow, resource: Resource): Promise<TypedEntry[]> {
  const mapped = mappedOf(resource);
  const isOn = resource.active !== false;
  if (isOn && row.held) await withdraw(act, row.user_uuid);
  const wanted = { ...describedAnew(row, mapped), ...readdressed(row, mapped.loginMailAddress) };
  if (Object.keys(wanted).length === 0 && isOn === (row.status !== 'inactive')) return [];
  return [{ type: 'user.spared', targetId: row.user_uuid, changes: {} }];
}

/** A renamed user keeps the user ID; the new name may be nobody else's. */
async function refuseNameOfAnother(act: ScimAct, userName: string, row: queries.HeldRow): Promise<void> {
  const own = [row.user_id, row.login_mail_address, row.next_login_mail_address].map((one) => one?.toLowerCase());
  if (!own.includes(userName.toLowerCase()) && (await queries.takenOf(act.tx, sourceOf(act), userName)).name)
    throw taken('A user of the organization has this userName.');
}

const isItem = (field: string): boolean => field.startsWith('extensionAttribute');

/** What the source sets and what is different, but for the address to sign in with. */
export function describedAnew(
  row: queries.HeldRow,
  { loginMailAddress: _, mailAddresses, ...described }: Mapped,
): Changes {
  // An item that it named before and does not any more is emptied; others are not its own.
  const items = Object.keys({ ...(row.resource[CUSTOM] as object | undefined), ...described }).filter(isItem);
  const present: Record<string, string> = {
    ...{ familyName: row.family_name, givenName: row.given_name },
    ...{ department: row.department, location: row.location },
    ...Object.fromEntries(items.map((item) => [item, row.extension_attributes[item] ?? ''])),
  };
  const wanted = { ...Object.fromEntries(items.map((item) => [item, ''])), ...described };
  const others = row.other_mail_addresses === '' ? [] : row.other_mail_addresses.split('\n');
  return { ...changedFields(present, wanted), ...changedFields({ mailAddresses: others }, { mailAddresses }) };
}

/** Writes what the source sets and what is different; answers it. */
async function changeFields(act: ScimAct, row: queries.HeldRow, mapped: Mapped): Promise<Changes> {
  const { tools, tx, now } = act;
  const { loginMailAddress } = mapped;
  const login = readdressed(row, loginMailAddress);
  const changes: Changes = { ...describedAnew(row, mapped), ...login };
  if (Object.keys(changes).length === 0) return {};
  const values = Object.fromEntries(Object.entries(changes).map(([name, { after }]) => [name, after])) as Given;
  const user = { uuid: row.user_uuid, userId: row.user_id, source: 'scim' as const };
  const effects = await checkOne(tx, { kind: 'update', user, given: values, changes, bySource: true });
  await prepareChange(tools, tx, effects, byOf(act), now);
  const isReaddressed = login.loginMailAddress !== undefined;
  // A new address of who was taken over waits for its owner: by it, the source could get into an account that it did not make.
  const isVouched = row.adopted_at === null && row.status !== 'registering';
  const isProven = isReaddressed && isVouched && (await mayVouch(tx, mapped));
  const { loginMailAddress: _, ...rest } = values;
  const written = isProven ? { ...rest, provenMailAddress: loginMailAddress ?? undefined } : values;
  await updateOne(tx, row.user_uuid, written, now);
  await followChange(tools, tx, effects, byOf(act), now);
  if (isProven || (isReaddressed && loginMailAddress === null)) await followMove(act, row, loginMailAddress);
  if (!isReaddressed || isProven || loginMailAddress === null) return changes;
  const { loginMailAddress: __, ...told } = changes as Changes;
  return { ...told, nextLoginMailAddress: { before: row.next_login_mail_address, after: loginMailAddress } };
}

/**
 * How the address of the source differs: from the one that waits, if one does, else from the one to sign in with. A source
 * that takes a waiting one back to the latter gives it up. Who was taken over keeps the address if the source names none.
 */
export function readdressed(row: queries.HeldRow, address: string | null): Changes {
  const { login_mail_address: present, next_login_mail_address: next } = row;
  if (row.adopted_at !== null && address === null) return {};
  const isIt = (one: string | null) => one?.toLowerCase() === address?.toLowerCase();
  if (isIt(next ?? present)) return {};
  if (next !== null && isIt(present)) return { nextLoginMailAddress: { before: next, after: null } };
  return { loginMailAddress: { before: present ?? next, after: address } };
}

/**
 * After the address to sign in with has moved without a confirmation: links mailed to the old one to reset the password are
 * worthless, and both addresses hear of it. Of one that is gone the old address has heard (`prepareChange`).
 */
async function followMove(
  { tools, tx, now, client }: ScimAct,
  { user_uuid: userUuid, login_mail_address: old }: queries.HeldRow,
  address: string | null,
): Promise<void> {
  if (old === null) return;
  await revokeCodes(tx, userUuid, RESET_PASSWORD, now);
  if (address === null) return;
  const notice = { userUuid, kind: 'mailAddressChanged' as const, client, now, variables: { mailAddress: address } };
  await queueNotices(tools, tx, [notice, { ...notice, to: old }]);
}

async function switchUser(act: ScimAct, row: queries.HeldRow, isOn: boolean): Promise<TypedEntry[]> {
  const { tools, tx, now } = act;
  const uuid = row.user_uuid;
  if (isOn && row.held) await withdraw(act, uuid);
  if (isOn === (row.status !== 'inactive')) return [];
  if (!isOn && (row.held || !(await mayLeave(act, uuid, 'deactivate')))) return heldBack(row);
  const [done] = await switchUsers(tx, [uuid], isOn ? 'active' : 'inactive', now);
  if (!done) return [];
  const lost = (
    await followChange(tools, tx, isOn ? { switchedOn: [uuid] } : { switchedOff: [uuid] }, byOf(act), now)
  ).get(uuid);
  const status = { before: done.before, after: done.after };
  const type = isOn ? ('user.activated' as const) : ('user.deactivated' as const);
  return [{ type, targetId: uuid, changes: { status, ...(lost && signedOutFields(lost)) } }];
}

/** What becomes of a user whom the source deletes is the source's setting; for the source there is none from then on. */
export async function deleteUser(act: ScimAct, uuid: string, ifMatch: string | undefined): Promise<void> {
  const { tx, caller, now } = act;
  const row = await hold(act, uuid, ifMatch);
  // Who is excluded is left to the organization: the source has no such user any more.
  const spared = await isSpared(act, row);
  const behavior = spared ? 'keep' : await queries.readDeleteBehavior(tx, sourceOf(act));
  if (row.held && behavior !== 'deactivate') await withdraw(act, uuid);
  if (behavior === 'delete' && !(await mayLeave(act, uuid, 'delete'))) {
    await queries.markGone(tx, sourceOf(act), uuid, now);
    await tell(act, heldBack({ ...row, held: null }));
  } else if (behavior === 'delete') {
    const atGroups = await atGroupsOfLeaving(tx, [uuid]);
    const gone = await deleteUsers(tx, [uuid], { by: caller.actor.name, now });
    const entry = { type: 'user.deleted' as const, targetId: uuid, changes: gone.get(uuid) ?? {} };
    await tell(act, [entry, ...atGroups]);
  } else if (behavior === 'deactivate') {
    const switched = await switchUser(act, row, false);
    await queries.markGone(tx, sourceOf(act), uuid, now);
    // Also of who was inactive already: from now on the source has no such user.
    const isTold = switched.length > 0 || row.held !== null;
    await tell(act, isTold ? switched : [{ type: 'user.deactivated', targetId: uuid, changes: {} }]);
  } else {
    await queries.deleteLink(tx, sourceOf(act), uuid);
    await updateOne(tx, uuid, { source: 'local' }, now);
    const type = spared ? ('user.spared' as const) : ('user.changed' as const);
    await tell(act, [{ type, targetId: uuid, changes: { source: { before: 'scim', after: 'local' } } }]);
  }
  act.touched.add(uuid);
}

/** A user of the source. Throws 404. */
export async function readUser(tx: Tx, source: string, uuid: string): Promise<queries.UserRow> {
  const row = await queries.findUser(tx, source, uuid);
  if (!row) throw new ScimRefusal(404, 'There is no such user.');
  return row;
}
