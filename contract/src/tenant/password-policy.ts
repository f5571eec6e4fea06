import { z } from 'zod';

/** The password rules, for the panel that checks them while the user types (spec section 4). */
export const passwordPolicyAnswer = z.strictObject({
  minLength: z.number(),
  minUppercase: z.number(),
  minSpecial: z.number(),
  minNumeric: z.number(),
  history: z.number(),
});
