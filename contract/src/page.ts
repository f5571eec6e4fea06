import { z } from 'zod';

/** A page of results (spec section 3): `results`, `totalResults`, `itemsPerPage`. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    results: z.array(item),
    totalResults: z.number().int(),
    itemsPerPage: z.number().int(),
    /** True if the total is an estimate above the stated limit. */
    totalIsEstimate: z.boolean().optional(),
    /** Keyset cursors; absent at the ends. */
    next: z.string().optional(),
    previous: z.string().optional(),
  });
}
