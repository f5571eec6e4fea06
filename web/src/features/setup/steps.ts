import { administratorRole } from '#contract/roles.ts';
import type { SetupStepId } from '#contract/site/setup-steps.ts';
import { SITE_SETUP_ICON } from '#contract/site/navigation-icons.ts';
import { paths } from '../../base/paths.ts';
import { tenantPage } from '../../base/tenant-sections.ts';

/** Where each step is done. A step whose page is not there is not offered. */
const pageOf: Record<SetupStepId, string | undefined> = {
  ownSecondFactor: paths.account('mfa_settings'),
  secondAdministrator: `${paths.users}?role=${administratorRole}`,
  people: paths.users,
  groups: paths.groups,
  enforceSecondFactor: tenantPage('mfa-settings'),
  theme: tenantPage('header-customization'),
};

export type SetupStep = { id: SetupStepId; done: boolean };
export type OfferedStep = SetupStep & { href: string };

/** The steps that can be taken, with the address of their page, which will lead back here. */
export function offeredSteps(steps: readonly SetupStep[]): OfferedStep[] {
  return steps.flatMap((step) => {
    const page = pageOf[step.id];
    if (!page) return [];
    return [{ ...step, href: `${page}${page.includes('?') ? '&' : '?'}iconId=${SITE_SETUP_ICON}` }];
  });
}
