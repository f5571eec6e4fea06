import { z } from 'zod';

/** A certificate of a key of ours, as partners know it. */
export const ownCertification = z.strictObject({
  certificationId: z.string(),
  /** `next` is published and not used yet, `current` is used, `retired` was. */
  state: z.enum(['next', 'current', 'retired']),
  active: z.boolean(),
  fingerprint: z.string(),
  /** When it was published. */
  startsAt: z.string(),
  expiresAt: z.string(),
  /** Of a retired one: until when it is kept. */
  keptUntil: z.string().nullable(),
  pem: z.string(),
});
export type OwnCertification = z.output<typeof ownCertification>;
