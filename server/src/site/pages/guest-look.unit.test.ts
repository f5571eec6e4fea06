import { expect, test } from 'vitest';
import { logoOf, probableTenant, tokensOf } from './guest-look.ts';

test.each<[query: unknown, cookies: Record<string, string>, tenantId: string | null]>([
  [{}, {}, null],
  [{}, { 'portico-look': 'demo' }, 'demo'],
  [{ tenantId: ' Annex ' }, { 'portico-look': 'demo' }, 'annex'],
  [{ tenantId: ['demo', 'annex'] }, { 'portico-look': 'demo' }, 'demo'],
  [{ tenantId: '' }, { 'portico-look': 'demo' }, null],
  [{ tenantId: '-' }, {}, null],
  [{ tenantId: '</script>' }, {}, null],
  [{}, { 'portico-look': "'--" }, null],
  [{}, { 'portico-look': '../../etc' }, null],
])('the tenant of the address %j and the cookies %j is probably %j', (query, cookies, tenantId) => {
  expect(probableTenant({ query, cookies })).toBe(tenantId);
});

const look = {
  tenantId: 'demo',
  themeColor: '#0b7a75',
  logo: '/api/site/tenants/demo/logos/1',
  logoPlate: true,
  headerTitle: null,
  headerStyle: 'plain',
} as const;
const own = '<div class="g-logo"><svg></svg><span>Portico</span></div>';

test.each([
  [
    look,
    '<div class="g-logo"><img class="g-logo-image g-plate" src="/api/site/tenants/demo/logos/1" alt="demo"/></div>',
  ],
  [
    { ...look, logoPlate: false, headerTitle: 'A & "B"' },
    '<div class="g-logo"><img class="g-logo-image" src="/api/site/tenants/demo/logos/1" alt=""/><span>A &amp; &quot;B&quot;</span></div>',
  ],
  [{ ...look, logo: null, headerTitle: '<b>$&' }, '<div class="g-logo"><svg></svg><span>&lt;b&gt;$&amp;</span></div>'],
  [{ ...look, logo: null }, own],
])('the logo of %j', (given, html) => expect(logoOf(given, own)).toBe(html));

test('the shades are those of the colour, and nothing where there is none', () => {
  expect(tokensOf(look)).toMatch(/^\*\/:root\{--brand:#0b7a75;(?:--[\w-]+:#[0-9a-f]{6};?)+\}\/\*$/);
  expect(tokensOf({ ...look, themeColor: null })).toBe('');
});
