import { expect, it } from 'vitest';
import {
  coreRegions,
  environments,
  isEnvironment,
  isRegion,
  isTestEnvironment,
  regionOfEnvironment,
  regions,
} from './region.ts';

it('knows its regions and environments', () => {
  expect(regions.every(isRegion)).toBe(true);
  expect(environments.every(isEnvironment)).toBe(true);
  expect(isRegion('devj')).toBe(false);
  expect(isEnvironment('kr')).toBe(false);
  expect(coreRegions.every((region) => isRegion(region) && isEnvironment(region))).toBe(true);
});

it.each([
  ['na', 'na'],
  ['devu', 'na'],
  ['eu', 'eu'],
  ['deve', 'eu'],
  ['jp', 'jp'],
  ['devj', 'jp'],
  ['dev', undefined],
  ['ft', undefined],
  ['edge.dev', undefined],
] as const)('%s lies in %s', (environment, region) => expect(regionOfEnvironment(environment)).toBe(region));

it('knows where people try things', () => {
  expect(environments.filter(isTestEnvironment)).toEqual(['ft', 'edge.dev', 'devu', 'deve', 'devj']);
});
