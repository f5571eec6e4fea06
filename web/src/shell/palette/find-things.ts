import type { searchGroups } from '#contract/people/groups-search.ts';
import type { searchUsers } from '#contract/people/users-search.ts';
import type { searchDevices } from '#contract/devices/devices.ts';
import { personName } from '#contract/display.ts';
import { MAX_GROUP_KEYWORD_LENGTH, MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { containsPattern } from '#contract/wildcard.ts';
import { call } from '../../api/call.ts';
import { addressOfDevice, addressOfUser } from '../../base/thing-address.ts';
import type { Translate } from '../../i18n/keys.ts';
import type { FoundThing } from '../layout/frame-types.ts';
import { paths } from '../../base/paths.ts';

/** As many of each kind as fit beside one another. */
const MOST = 5;

type Finder = (keyword: string, signal: AbortSignal) => Promise<FoundThing[]>;

function userFinder(tenantId: string, t: Translate, language: string): Finder {
  return async (keyword, signal) => {
    const { results } = await call<typeof searchUsers>({
      method: 'POST',
      path: '/api/auth/tenants/{tenantId}/operations/search/users',
      params: { tenantId },
      body: { condition: { keyword: escapeSearchKeyword(keyword, 'user').slice(0, MAX_KEYWORD_LENGTH) }, count: MOST },
      pattern: 'powerUser',
      signal,
    });
    return results.map((user) => ({
      path: `${paths.users}/${encodeURIComponent(addressOfUser(user.userId))}`,
      label: personName(user, language) || user.userId,
      kind: t('ui.foundUser', { userId: user.userId }),
    }));
  };
}

function groupFinder(tenantId: string, t: Translate): Finder {
  return async (keyword, signal) => {
    const pattern = containsPattern(keyword.slice(0, MAX_GROUP_KEYWORD_LENGTH));
    const { results } = await call<typeof searchGroups>({
      method: 'POST',
      path: '/api/auth/tenants/{tenantId}/operations/search/groups',
      params: { tenantId },
      body: { condition: { or: { groupId: pattern, name: pattern } }, count: MOST },
      pattern: 'powerUser',
      signal,
    });
    return results.map(({ uuid, name, groupId }) => ({
      path: `${paths.groups}/${uuid}`,
      label: name,
      kind: t('ui.foundGroup', { groupId }),
    }));
  };
}

function deviceFinder(tenantId: string, t: Translate): Finder {
  return async (keyword, signal) => {
    const { results } = await call<typeof searchDevices>({
      method: 'POST',
      path: '/api/device/tenants/{tenantId}/operations/search/devices',
      params: { tenantId },
      body: { condition: { keyword: keyword.slice(0, MAX_KEYWORD_LENGTH) }, count: MOST },
      pattern: 'powerUser',
      signal,
    });
    return results.map(({ deviceId, description }) => ({
      path: `${paths.devices}/${encodeURIComponent(addressOfDevice(deviceId))}`,
      label: description || deviceId,
      kind: t('ui.foundDevice', { deviceId }),
    }));
  };
}

/** Finds users, groups and devices for the command palette. What cannot be asked finds nothing and hides none of the others. */
export function findThings(tenantId: string, t: Translate, language: string): Finder {
  const finders = [userFinder(tenantId, t, language), groupFinder(tenantId, t), deviceFinder(tenantId, t)];
  return async (keyword, signal) => {
    const found = await Promise.allSettled(finders.map((find) => find(keyword, signal)));
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}
