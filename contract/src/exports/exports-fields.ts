import { z } from 'zod';
import { type ErrorId, errorCatalogue } from '../errors.ts';
import * as field from '../fields.ts';

const amount = z.number().int();

/** `accepting`: queued, or being split into files. Files can be downloaded once it is `completed`. */
export const exportStatuses = ['accepting', 'processing', 'completed', 'canceled', 'error'] as const;

/** A file of an export; `bytes` is its unpacked size. */
export const exportPart = z.strictObject({ index: amount, rows: amount, bytes: amount, fileName: z.string() });

/** Fields of every export. */
export const exportFields = {
  exportStatusId: field.uuid,
  status: z.enum(exportStatuses),
  progress: z.strictObject({
    /** Null until they are counted. */
    total: amount.nullable(),
    done: amount,
    perSecond: z.number(),
    secondsLeft: z.number().nullable(),
  }),
  error: z
    .strictObject({ message_id: z.enum(Object.keys(errorCatalogue) as [ErrorId, ...ErrorId[]]), message: z.string() })
    .nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** End of availability. */
  expiresAt: z.string(),
};
