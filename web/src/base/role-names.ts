import { type Role, roles } from '#contract/roles.ts';
import type { TextKey, Translate } from '../i18n/keys.ts';

/** The words for each role. */
export const roleWords: Readonly<Record<Role, TextKey>> = {
  User: 'common.role.User',
  PowerUser: 'common.role.PowerUser',
};

/** The names of roles, joined as the language joins a list; one this page does not know keeps its own name. */
export function roleNames(t: Translate, language: string, held: readonly string[]): string {
  const known = (role: string): role is Role => (roles as readonly string[]).includes(role);
  const names = held.map((role) => (known(role) ? t(`common.role.${role}`) : role));
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
