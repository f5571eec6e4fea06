import { expect, test } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import type { PageConfig } from '../base/session-queries.ts';
import { frameSessionOf } from './AppSession.tsx';

const me = { tenantId: 'demo', tenantName: 'Demo', tenantCountry: 'JP', permissions: ['me'] } as unknown as Me;
const links = {
  help: 'https://help.example/',
  privacyPolicyGroup: 'https://p.example/group',
  privacyPolicyJapan: 'https://p.example/japan',
};

test.each([
  ['eu', links.privacyPolicyGroup],
  ['jp', links.privacyPolicyJapan],
  ['na', links.privacyPolicyJapan],
] as const)('the links are those of the region, %s', (region, privacyPolicyUrl) => {
  const session = frameSessionOf(me, undefined, undefined, { region, links }, 'en');
  expect(session).toMatchObject({ helpUrl: links.help, privacyPolicyUrl });
});

test.each([
  ['devj', 'devj'],
  ['ft', 'ft'],
  ['jp', undefined],
  ['dev', undefined],
] as const)('the frame names an environment only where people try things, %s', (environment, named) => {
  const config = { productName: 'Portico', environment } as PageConfig;
  const session = frameSessionOf(me, undefined, config, { region: 'jp', links }, 'en');
  expect(session.environment).toBe(named);
});
