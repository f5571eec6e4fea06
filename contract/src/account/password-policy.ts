import { z } from 'zod';

/** The rules a new password is checked against, for the panel that ticks them off (spec section 4). */
export const passwordPolicyAnswer = z.strictObject({
  minLength: z.number(),
  minUppercase: z.number(),
  minSpecial: z.number(),
  minNumeric: z.number(),
  history: z.number(),
});
