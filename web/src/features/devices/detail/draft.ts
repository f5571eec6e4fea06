import type { Device } from '#contract/devices/fields.ts';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { type Role, roles } from '#contract/roles.ts';
import { codePointLength } from '#contract/rules.ts';
import type { FormFields } from '../../../base/editing/editing.ts';

/** What of a device can be changed here. */
export type Draft = { description: string; roles: readonly Role[] };

export const draftOf = (device: Pick<Device, 'description' | 'roles'>): Draft => ({
  description: device.description,
  roles: roles.filter((role) => device.roles.includes(role)),
});

export const deviceForm: FormFields<Draft> = {
  sent: ({ description, roles: held }, field) => (field === 'roles' ? [...held] : description.trim()),
};

export const isTooLong = (description: string) => codePointLength(description.trim()) > MAX_DESCRIPTION_LENGTH;
export const isValid = ({ description, roles: held }: Draft) => !isTooLong(description) && held.length > 0;
