import { administratorRole } from '#contract/roles.ts';
import type { SetupStepId } from '#contract/site/setup-steps.ts';
import { SITE_SETUP_ICON } from '#contract/site/navigation-icons.ts';
import { paths } from '../../base/paths.ts';

/** Where each step is done. */
const pageOf: Record<SetupStepId, string> = {
  ownSecondFactor: paths.account('mfa_settings'),
  secondAdministrator: `${paths.users}?role=${administratorRole}`,
  people: paths.users,
  groups: paths.groups,
  enforceSecondFactor: paths.tenant('mfa-settings'),
  theme: paths.tenant('header-customization'),
};

export type SetupStep = { id: SetupStepId; done: boolean };
export type OfferedStep = SetupStep & { href: string };

/** The steps that can be taken, with the address of their page, which will lead back here. */
export function offeredSteps(steps: readonly SetupStep[]): OfferedStep[] {
  return steps.map((step) => {
    const page = pageOf[step.id];
    return { ...step, href: `${page}${page.includes('?') ? '&' : '?'}iconId=${SITE_SETUP_ICON}` };
  });
}
