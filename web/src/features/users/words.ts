import type { ListedUser } from '#contract/authentication/users-fields.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { Translate } from '../../i18n/keys.ts';
import type { Tone } from '../../ui/StatusBadge.tsx';

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

/** The names of roles, joined as the language joins a list; one this page does not know keeps its own name. */
export function roleNames(t: Translate, language: string, held: readonly string[]): string {
  const known = (role: string): role is Role => (roles as readonly string[]).includes(role);
  const names = held.map((role) => (known(role) ? t(`common.role.${role}`) : role));
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
