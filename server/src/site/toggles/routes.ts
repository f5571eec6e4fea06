import * as contract from '#contract/site/feature-toggles.ts';
import { handle } from '../../http/serve.ts';
import { activeToggles } from './toggles.ts';

export const toggleRoutes = [
  handle(contract.getActivatedFeatureToggles, async ({ tools, query }) => ({
    activatedFeatureToggles: await activeToggles(tools.db, query.tenantId ?? null),
  })),
];
