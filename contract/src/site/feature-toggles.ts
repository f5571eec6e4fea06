import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** Feature toggles with their defaults. Off hides the page, its API and its claims (standards 3). */
export const featureToggles = {
  /** Entering the user code of a device (RFC 8628). */
  deviceAuthorization: true,
  /** My account: the external services an account is linked to. */
  externalServiceConnection: true,
  /** My account: PIN and cards. */
  deviceLoginSettings: true,
} as const satisfies Record<string, boolean>;

export type FeatureToggle = keyof typeof featureToggles;
export const featureToggleNames = Object.keys(featureToggles) as [FeatureToggle, ...FeatureToggle[]];

export function isFeatureToggle(name: string): name is FeatureToggle {
  return Object.hasOwn(featureToggles, name);
}

export const getActivatedFeatureToggles = route({
  method: 'GET',
  path: '/api/account/activatedFeatureToggles',
  access: 'public',
  operation: 'read',
  summary: 'The features that are on, for guests or for a tenant',
  query: z.strictObject({ tenantId: field.exactText(64).optional() }),
  response: z.strictObject({ activatedFeatureToggles: z.array(z.enum(featureToggleNames)) }),
  errors: [],
  transaction: 'own',
});
