import { expect, it } from 'vitest';
import { privacyPolicyLink } from './privacy-link.ts';

const japan = { country: 'JP' };
const germany = { country: 'DE' };

it.each([
  ['eu', japan, 'ja', 'group'],
  ['eu', undefined, 'ja', 'group'],
  ['jp', germany, 'en', 'japan'],
  ['jp', undefined, 'en', 'japan'],
  ['na', japan, 'en', 'japan'],
  ['na', { country: 'jp' }, 'en', 'japan'],
  ['as', germany, 'ja', 'group'],
  ['kr', { country: null }, 'ja', 'group'],
  [undefined, japan, 'en', 'japan'],
  ['la', undefined, 'ja', 'japan'],
  ['la', undefined, 'es', 'group'],
  [undefined, undefined, 'ja', 'japan'],
  [undefined, undefined, 'en', 'group'],
] as const)('region %s, tenant %j, language %s: %s', (region, tenant, language, wanted) =>
  expect(privacyPolicyLink({ region, tenant, language })).toBe(wanted),
);
