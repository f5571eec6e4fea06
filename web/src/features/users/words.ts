import type { ListedUser } from '#contract/people/users-fields.ts';
import type { Tone } from '../../ui/text/StatusBadge.tsx';

export const statusTone: Record<ListedUser['status'], Tone> = {
  active: 'good',
  registering: 'neutral',
  inactive: 'warning',
  locked: 'bad',
};

export type AddressState = 'confirmed' | 'waiting' | 'none';
export const addressTones: Record<AddressState, Tone> = { confirmed: 'good', waiting: 'warning', none: 'neutral' };

/** How far the address to sign in with is: its owner has confirmed it, a new one waits to be, or there is none. */
export function addressState(user: Pick<ListedUser, 'loginMailAddress' | 'nextLoginMailAddress'>): AddressState {
  if (user.nextLoginMailAddress !== null) return 'waiting';
  return user.loginMailAddress === null ? 'none' : 'confirmed';
}
