/** The 14 device types (spec section 3). Without zod: the web uses it. `{product}` is the product's name. */
const patterns = [
  '{product}Mfp',
  '{product}Iwb',
  '{product}Dwb',
  '{product}CB',
  'TBEyeUFT',
  '{product}Theta',
  '{product}EnvSnsrT1',
  '{product}IotGatewayBox',
  '{product}ESharingStation',
  'WarningLight',
  'EdgeApplication',
  'PowerMeter',
  'PfuScanner',
  'MultiSensor',
] as const;

/** The names of all device types in a deployment of this product name. */
export function deviceTypesOf(productName: string): string[] {
  return patterns.map((pattern) => pattern.replace('{product}', productName));
}
