import type { createGroup } from '#contract/people/groups.ts';
import type { ListedUser } from '#contract/people/users-fields.ts';
import type { Device } from '#contract/devices/fields.ts';
import type { SentBodyOf } from '#contract/route.ts';
import type { Translate } from '../../../i18n/keys.ts';
import type { PickableGroup } from '../../../pickers/GroupRows.tsx';
import type { GroupForm } from '../form.ts';
import { userWords } from '../gone.ts';

/** What a new group begins with. */
export type Content = {
  tagNames: readonly string[];
  users: readonly ListedUser[];
  devices: readonly Device[];
  children: readonly PickableGroup[];
};

export const noContent: Content = { tagNames: [], users: [], devices: [], children: [] };

/** With more things, each once, as many as a new group can begin with; `left`: how many of them were not taken. */
export function withThings<Thing extends { uuid: string }>(
  before: readonly Thing[],
  more: readonly Thing[],
  most: number,
): { things: readonly Thing[]; left: number } {
  const wanted = [...before, ...more.filter(({ uuid }) => before.every((one) => one.uuid !== uuid))];
  return { things: wanted.slice(0, most), left: Math.max(0, wanted.length - most) };
}

/** What is sent. */
export function bodyOf(
  form: GroupForm,
  { tagNames, users, devices, children }: Content,
  parent: PickableGroup | undefined,
): SentBodyOf<typeof createGroup> {
  return {
    groupId: form.groupId.trim(),
    name: form.name.trim(),
    description: form.description.trim(),
    tagNames: [...tagNames],
    userIds: users.map(({ userId }) => userId),
    deviceIds: devices.map(({ deviceId }) => deviceId),
    groupIds: children.map(({ groupId }) => groupId),
    parentGroupIds: parent ? [parent.groupId] : [],
  };
}

/** What was chosen as it was shown, in the order in which it is sent. */
export const sentOf = (t: Translate, { users, devices, children }: Content, language: string) =>
  [
    ['users', users.map((user) => ({ uuid: user.uuid, words: userWords(t, user, language) }))],
    ['devices', devices.map(({ uuid, deviceId }) => ({ uuid, words: deviceId }))],
    ['groups', children.map(({ uuid, name, groupId: id }) => ({ uuid, words: t('groups.nameAndId', { name, id }) }))],
  ] as const;

/** All that was chosen but these. */
export function without(content: Content, uuids: ReadonlySet<string>): Content {
  const left = <Thing extends { uuid: string }>(things: readonly Thing[]) =>
    things.filter(({ uuid }) => !uuids.has(uuid));
  const { tagNames, users, devices, children } = content;
  return { tagNames, users: left(users), devices: left(devices), children: left(children) };
}
