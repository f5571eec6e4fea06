import { z } from 'zod';

/** `next` or `previous` of an answer to the same search. */
export const cursor = z
  .string()
  .regex(/^-?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional();
