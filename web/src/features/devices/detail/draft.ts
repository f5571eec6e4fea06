import type { updateDevice } from '#contract/device-management/devices.ts';
import type { Device } from '#contract/device-management/fields.ts';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { codePointLength } from '#contract/rules.ts';

type Changes = SentBodyOf<typeof updateDevice>;

/** What of a device can be changed here. */
export type Draft = { description: string; roles: readonly Role[] };

export const draftOf = (device: Pick<Device, 'description' | 'roles'>): Draft => ({
  description: device.description,
  roles: roles.filter((role) => device.roles.includes(role)),
});

/** What has to be sent to get from `saved` to the form: only what differs. Empty when nothing does. */
export function changesOf(saved: Draft, draft: Draft): Changes {
  const description = draft.description.trim();
  return {
    ...(description === saved.description ? {} : { description }),
    ...(draft.roles.join() === saved.roles.join() ? {} : { roles: [...draft.roles] }),
  };
}

/** What has to be sent to undo `changes`. */
export function undoOf(changes: Changes, { description, roles: held }: Draft): Changes {
  return {
    ...('description' in changes ? { description } : {}),
    ...('roles' in changes ? { roles: [...held] } : {}),
  };
}

export const isTooLong = (description: string) => codePointLength(description.trim()) > MAX_DESCRIPTION_LENGTH;
export const isValid = ({ description, roles: held }: Draft) => !isTooLong(description) && held.length > 0;
