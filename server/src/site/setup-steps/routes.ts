import { getSetupSteps } from '#contract/site/setup-steps.ts';
import { handle } from '../../platform/http/serve.ts';
import { readSetupSteps } from './setup-steps.ts';

export const setupStepRoutes = [
  handle(getSetupSteps, ({ tx, caller, params }) => readSetupSteps(tx, caller, params.tenantId)),
];
