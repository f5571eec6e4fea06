import { z } from 'zod';

/** Administrators who are named; the rest is a number. */
export const MAX_NAMED_ADMINISTRATORS = 10;

/** Who could not sign in any more if a connection was switched off or deleted now. */
export const connectionImpact = z.strictObject({
  /** Users whom it signs in now. */
  users: z.number().int(),
  /** Those of them whom neither a password nor another connection signs in. */
  withoutOther: z.number().int(),
  /** Those of them who can set a password by email. */
  byMail: z.number().int(),
  /** Administrators among those without another way, by user ID; the first ten. */
  administrators: z.array(z.strictObject({ userId: z.string(), familyName: z.string(), givenName: z.string() })),
  /** How many there are. */
  administratorsTotal: z.number().int(),
  /** Whether the caller is without another way. */
  you: z.boolean(),
  /** Whether no administrator could sign in any more: then it is refused (`last_administrator`). */
  lastAdministrator: z.boolean(),
});
export type ConnectionImpact = z.output<typeof connectionImpact>;
