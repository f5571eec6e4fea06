import { getSetupSteps } from '#contract/portal/setup-steps.ts';
import { handle } from '../../http/serve.ts';
import { readSetupSteps } from './setup-steps.ts';

export const setupStepRoutes = [
  handle(getSetupSteps, ({ tx, caller, params }) => readSetupSteps(tx, caller, params.tenantId)),
];
