import { z } from 'zod';
import * as field from './fields.ts';

export const MAX_USERS_PAGE_SIZE = 100;

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

export const atCursor = { path: ['cursor'] };

/** Page of a long list: the first, one by number, or the one after a cursor. */
export const keysetPaging = {
  count: field.count.refine((value) => value <= MAX_USERS_PAGE_SIZE),
  /** A page by number; above some thousand rows only for jumps. */
  page: field.page,
  /** `next` or `previous` of an answer to the same search: continues there, whatever changed meanwhile. */
  cursor: z
    .string()
    .max(1024)
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
};

/** Page number and cursor exclude each other. */
export const notBoth = (asked: { page: number; cursor?: string | undefined }) =>
  asked.cursor === undefined || asked.page === 1;
