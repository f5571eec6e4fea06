import { featureToggleNames } from '../toggles.ts';
import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

export const getActivatedFeatureToggles = route({
  method: 'GET',
  path: '/api/account/activatedFeatureToggles',
  access: 'public',
  operation: 'read',
  summary: 'List enabled features, for guests or for a tenant',
  query: z.strictObject({ tenantId: field.exactText(64).optional() }),
  response: z.strictObject({ activatedFeatureToggles: z.array(z.enum(featureToggleNames)) }),
  errors: [],
  transaction: 'own',
});
