/** Regional variants and environments (spec section 1). */
export const regions = ['na', 'eu', 'jp', 'kr', 'la', 'as'] as const;
export type Region = (typeof regions)[number];

/** Regions of the part of the product that exists only there. */
export const coreRegions = ['na', 'eu', 'jp'] as const satisfies readonly Region[];

export const environments = ['dev', 'ft', 'edge.dev', 'na', 'devu', 'eu', 'deve', 'jp', 'devj'] as const;
export type Environment = (typeof environments)[number];

const regionOf: Partial<Record<Environment, Region>> = {
  na: 'na',
  devu: 'na',
  eu: 'eu',
  deve: 'eu',
  jp: 'jp',
  devj: 'jp',
};

export function isRegion(value: string): value is Region {
  return (regions as readonly string[]).includes(value);
}

export function isEnvironment(value: string): value is Environment {
  return (environments as readonly string[]).includes(value);
}

const tests = ['ft', 'edge.dev', 'devu', 'deve', 'devj'] as const satisfies readonly Environment[];

/** Whether people try things here: its pages say so. `dev` is a developer's own machine, the rest serve customers. */
export function isTestEnvironment(environment: Environment): boolean {
  return (tests as readonly Environment[]).includes(environment);
}

/** The region an environment belongs to; `devu`, `deve` and `devj` are the development twins, the rest have none. */
export function regionOfEnvironment(environment: Environment): Region | undefined {
  return regionOf[environment];
}
