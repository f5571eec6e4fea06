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
