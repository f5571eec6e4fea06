import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { HistoryWords } from './words.ts';
import type { TextKey } from '../../i18n/keys.ts';

/** What was done to this group, where it may have been done at one above or below it. */
const either =
  (words: TextKey) =>
  (changes: object): TextKey => {
    if ('name' in changes || 'description' in changes || 'tagNames' in changes) return words;
    if ('parentGroupIds' in changes) return 'groups.did.move';
    return 'groupIds' in changes ? 'groups.did.changeChildren' : words;
  };

/** A call about users, or a file of them, that put some into this group or took some out. */
const members = (changes: OperationLogEntry['changes']): TextKey => {
  const [came, went] = [changes.userIds?.after, changes.userIds?.before].map(
    (ids) => Array.isArray(ids) && ids.length > 0,
  );
  if (came && went) return 'groups.did.changeUsers';
  return came ? 'groups.did.addUsers' : 'groups.did.removeUsers';
};

/** How the history of a group reads. */
export const groupHistory: HistoryWords = {
  calls: [
    ['POST', '/operations/add/users', 'groups.did.addUsers'],
    ['POST', '/operations/remove/users', 'groups.did.removeUsers'],
    ['POST', '/operations/add/devices', 'groups.did.addDevices'],
    ['POST', '/operations/remove/devices', 'groups.did.removeDevices'],
    ['POST', '/operations/add/groups', either('groups.did.changeChildren')],
    ['POST', '/operations/remove/groups', either('groups.did.changeChildren')],
    ['POST', '/tenants/{tenantId}/users', members],
    ['PUT', '/users/{userId}', members],
    ['DELETE', '/users/{userId}', members],
    ['POST', '/operations/users', members],
    ['POST', '/confirm', members],
    ['POST', '/tenants/{tenantId}/groups', either('groups.did.create')],
    ['PUT', '/groups/{uuid}', either('groups.did.update')],
    ['DELETE', '/groups/{uuid}', either('groups.did.delete')],
  ],
  fields: {
    groupId: 'common.groupId',
    name: 'common.name',
    description: 'common.description',
    tagNames: 'groups.tags',
    userIds: 'groups.members',
    deviceIds: 'groups.devices',
    devices: 'groups.devices',
    groupIds: 'groups.children',
    parentGroupIds: 'groups.parents',
    // Of one that was deleted, how many there were.
    users: 'groups.members',
    parentGroups: 'groups.parents',
    childGroups: 'groups.children',
    topGroups: 'groups.cameToTop',
  },
};
