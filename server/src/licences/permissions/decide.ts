/** Users and devices that a license may be assigned to (spec section 6). */
export interface Availability {
  available_roles: string[] | null;
  available_device_types: string[] | null;
}

/** True if a user with these roles, or a device with these roles and this type, may have the license. */
export function isAllowed(
  { available_roles, available_device_types }: Availability,
  { roles, device_type }: { roles: readonly string[]; device_type: string | null },
): boolean {
  const ofRole = available_roles === null || available_roles.some((role) => roles.includes(role));
  return ofRole && (device_type === null || (available_device_types?.includes(device_type) ?? true));
}

/** True if the license's rule includes a user or device, before exceptions. */
export function isInRule(
  { all_users, all_device_types }: { all_users: boolean; all_device_types: readonly string[] },
  { device_type }: { device_type: string | null },
): boolean {
  return device_type === null ? all_users : all_device_types.includes(device_type);
}
