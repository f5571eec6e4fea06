import { z } from 'zod';

/**
 * Services a user may use now, each with its licenses (spec section 3). Introspection returns them as
 * `permittedServices`, and for a token issued at a device also the device's as `devicePermittedServices`.
 */
export const permittedServices = z.array(
  z.strictObject({
    serviceClass: z.string(),
    permittedLicenses: z.array(z.strictObject({ licenseId: z.string() })),
  }),
);

export type PermittedServices = z.output<typeof permittedServices>;
