import { MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import { isLoginUserId } from '#contract/rules.ts';

/** What is kept free for a number behind the proposal. */
const ROOM = 4;

/**
 * A user ID from an address: what stands before the `@` and its label, as far as it may be in one. Empty where nothing of
 * it may.
 * @param attempt from 1; from 2 on it stands behind, since the proposals before it are taken
 */
export function proposeUserId(address: string, attempt: number): string {
  const [local = ''] = address.trim().toLowerCase().split('@');
  const [name = ''] = local.split('+');
  const kept = name
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^-+/, '')
    .slice(0, MAX_USER_ID_LENGTH - ROOM);
  const proposed = attempt > 1 && kept !== '' ? `${kept}${attempt}` : kept;
  return isLoginUserId(proposed) ? proposed : '';
}
