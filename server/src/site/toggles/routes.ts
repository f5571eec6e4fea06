import * as contract from '#contract/site/feature-toggles.ts';
import { handle } from '../../platform/http/serve.ts';

export const toggleRoutes = [
  handle(contract.getActivatedFeatureToggles, async ({ tools, query }) => ({
    activatedFeatureToggles: await tools.activeToggles(query.tenantId ?? null),
  })),
];
