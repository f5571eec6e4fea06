import { expect, test } from 'vitest';
import { samlFailureCauses } from '#contract/federation/saml-failures.ts';
import en from './en/samlFailures.json' with { type: 'json' };
import ja from './ja/samlFailures.json' with { type: 'json' };

test.each([
  ['en', en],
  ['ja', ja],
])('each cause for which the server refuses a SAML answer has words, and no other (%s)', (_language, texts) => {
  expect(Object.keys(texts).sort()).toEqual([...samlFailureCauses].sort());
  expect(new Set(Object.values(texts)).size).toBe(samlFailureCauses.length);
});
