import { sessionStore } from './storage.ts';
import { sessionKeys } from './storage-keys.ts';

/** The id of this tab (spec section 7, `X-Unique-Id`). */
export function uniqueId(): string {
  const known = sessionStore.read<string>(sessionKeys.uniqueId);
  if (known) return known;
  const made = crypto.randomUUID();
  sessionStore.write(sessionKeys.uniqueId, made);
  return made;
}
