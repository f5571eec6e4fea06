import { isMfaEnforced } from '#contract/mfa.ts';
import type { License } from '#contract/licences/fields.ts';
import { administratorRole, type Role } from '#contract/roles.ts';
import type { TenantSettings } from '../../../base/tenant-settings.ts';

type MfaRule = TenantSettings['securityPolicy']['loginPolicy']['mfa'];

/** More of one kind than this are one line with their number. */
const NAMED = 3;

/** Each by its name, or how many there are. */
export function namedOrCounted<Thing>(things: readonly Thing[]): { named: readonly Thing[]; counted: number } {
  return things.length > NAMED ? { named: [], counted: things.length } : { named: things, counted: 0 };
}

/** Licenses that more have than were bought. */
export function overLimit<One extends Pick<License, 'usedVolume' | 'volume'>>(licenses: readonly One[]): One[] {
  return licenses.filter(({ usedVolume, volume }) => usedVolume > volume);
}

/** Which active users without MFA a policy requires it of; undefined: of nobody. */
export function requiredMfa(rule: MfaRule): { role?: Role; source?: 'local' } | undefined {
  const requires = (roles: string[]) => isMfaEnforced({ roles, source: 'local' }, rule);
  const ofUsers = requires([]);
  if (!ofUsers && !requires([administratorRole])) return undefined;
  return {
    ...(ofUsers ? {} : { role: administratorRole }),
    ...(rule.siteEnforceMfa.accounts === 'every' ? {} : { source: 'local' }),
  };
}
