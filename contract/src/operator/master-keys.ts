import { z } from 'zod';
import { route } from '../route.ts';

export const masterKeyState = z.strictObject({
  /** Identifies the key without revealing it. */
  keyId: z.string(),
  /** `current` seals, `earlier` still opens, `missing` is not configured although values are sealed under it. */
  state: z.enum(['current', 'earlier', 'missing']),
  /** Values sealed under it. An earlier key without any is no longer needed. */
  sealed: z.int(),
  places: z.array(z.strictObject({ place: z.string(), sealed: z.int() })),
});
export type MasterKeyState = z.output<typeof masterKeyState>;

export const listMasterKeys = route({
  method: 'GET',
  path: '/api/operator/keys/master',
  access: 'operator',
  operation: 'read',
  summary: 'Count encrypted values by master key',
  response: z.strictObject({ results: z.array(masterKeyState) }),
  errors: [],
  transaction: 'own',
});
