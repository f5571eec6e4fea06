import { expect, test } from 'vitest';
import { offeredLanguages } from '#contract/languages.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import { composeMail } from './compose.ts';

const link = 'https://portico.example/account/reset.html?exchangeCode=abc&lang=en';
const common = { locale: 'en', productName: 'Portico', tenantName: 'Demo', link };
const variables = { name: 'Taro Yamada', userId: 'taro', tenantId: 'demo', expiresAt: '11:00' };
const reset = composeMail({ ...common, kind: 'passwordReset', variables });

test('puts words, link and footer into the plain text', () => {
  expect(reset.subject).toBe('Set a new password for Portico');
  expect(reset.text).toMatch(/^Hello Taro Yamada,\n\nWe received a request .* user taro \(tenant ID demo\)\.\n\n/);
  expect(reset.text).toContain(`\n\nSet new password\n${link}\n\nIf this wasn’t you, `);
  expect(reset.text).toMatch(/\n\n-- \nPortico sent you this email on behalf of Demo\. Please don’t reply/);
});

test('says the same in HTML, with the language, and loads nothing', () => {
  expect(reset.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
  for (const words of ['Hello Taro Yamada,', 'The link works once', 'Please don’t reply']) {
    expect(reset.html).toContain(words);
  }
  expect(reset.html).toContain(`<a href="${link.replace('&', '&amp;')}"`);
  expect(reset.html).not.toMatch(/<(?:img|link|script|iframe|object)|\bsrc=|@import|url\(/i);
});

const kinds = Object.keys(loadCatalog('en').texts).flatMap((key) => /^mail\.(\w+)\.subject$/.exec(key)?.[1] ?? []);
const signIn = { time: '10:00', address: '192.0.2.1', browser: 'Firefox' };
const device = { hint: '4711', deviceType: 'PorticoMfp', provider: 'Example ID' };
const everyValue = {
  ...variables,
  ...signIn,
  ...device,
  mailAddress: 'taro@demo.example',
  accounts: 'demo, taro',
  count: 3,
  pin: '4711',
  timeLeft: '7 days',
  operator: 'hanako',
  users: 'hanako, taro',
  target: 'taro',
  domain: 'demo.example',
  endsAt: '11:00',
  user: 'taro',
  app: 'Wiki',
  reason: 'Ticket 4711',
  version: 4,
  until: '11:00',
  source: 'Entra ID',
  left: 5,
  webhook: 'Wiki',
  token: 'Wiki',
  number: 3,
};
test.each(offeredLanguages.flatMap((locale) => kinds.map((kind) => [locale, kind])))(
  '%s %s is whole',
  (locale, kind) => {
    const hasButton = `mail.${kind}.button` in loadCatalog('en').texts;
    const link = hasButton ? common.link : null;
    const mail = composeMail({ ...common, locale, kind, link, variables: everyValue });
    expect(mail.subject).not.toBe('');
    expect(mail.html).toContain(`<html lang="${locale}"`);
    expect(mail.subject).toBe(
      textIn(locale)(`mail.${kind}.subject`, { ...everyValue, product: 'Portico', tenant: 'Demo' }),
    );
    for (const part of Object.values(mail)) expect(part).not.toMatch(/\{\{|\bmail\.\w+/);
  },
);

test('knows many kinds', () => expect(kinds.length).toBeGreaterThan(8));

test('no value becomes markup or a header', () => {
  const evil = { ...variables, name: '<img src=x onerror=alert(1)>"\'&', userId: 'a\r\nBcc: eve@evil.example' };
  const mail = composeMail({
    ...common,
    kind: 'passwordReset',
    variables: evil,
    productName: 'P\r\nBcc: eve@evil.example',
    tenantName: '<b>',
  });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(mail.html).not.toMatch(/<img|<b>/);
});

test('a value with braces stays as it is', () => {
  const mail = composeMail({ ...common, kind: 'passwordReset', variables: { ...variables, name: '{{userId}}' } });
  expect(mail.text).toContain('Hello {{userId}},');
});

test('line ends in a value stay lines, and without a name there is no greeting', () => {
  const accounts = 'Tenant ID demo, user ID taro\nTenant ID annex, user ID <yamada>';
  const mail = composeMail({ ...common, kind: 'idInformation', variables: { accounts } });
  expect(mail.text).toContain(`\n\n${accounts}\n\n`);
  expect(mail.html).toContain('user ID taro<br>Tenant ID annex, user ID &lt;yamada&gt;');
  expect(mail.text).not.toContain('Hello');
});

test.each([
  ['#ffd43b', '#ffd43b', '#000000'],
  ['#1B2A4A', '#1b2a4a', '#ffffff'],
  ['red;background:url(x)', '#3056d3', '#ffffff'],
  [null, '#3056d3', '#ffffff'],
])('the theme colour %j gives a button %s with the ink %s', (themeColor, background, ink) => {
  const { html } = composeMail({ ...common, kind: 'passwordReset', variables, look: { themeColor, logo: null } });
  expect(html).toContain(`bgcolor="${background}"`);
  expect(html).toContain(`text-decoration:none;color:${ink}`);
});

const logo = { imageId: '01900000-0000-7000-8000-000000000001', width: 960, height: 80, plate: true };

test('the logo comes with the mail, fitted into its place; on a plate where the mail is dark', () => {
  const look = { themeColor: null, logo };
  const mail = composeMail({ ...common, tenantName: 'Demo "&"', kind: 'passwordReset', variables, look });
  expect(mail.imageId).toBe(logo.imageId);
  expect(mail.html).toContain(
    `<img src="cid:${logo.imageId}@logo" alt="Demo &quot;&amp;&quot;" width="240" height="20"`,
  );
  expect(mail.html).toContain('.plate{background:#ffffff!important');
  expect(mail.html).toContain('<td class="plate"');
  const bare = { ...look, logo: { ...logo, plate: false } };
  expect(composeMail({ ...common, kind: 'passwordReset', variables, look: bare }).html).not.toContain('class="plate"');
  expect(reset.imageId).toBeUndefined();
});

test.each([
  ['light', 'background:#ffffff', 'background:#25262b'],
  ['dark', 'background:#25262b', 'max-width:560px;background:#ffffff'],
] as const)('to be looked at in %s it is so for everybody', (scheme, has, hasNot) => {
  const { html } = composeMail({
    ...common,
    kind: 'passwordReset',
    variables,
    look: { themeColor: null, logo },
    scheme,
  });
  expect(html).toContain(has);
  expect(html).not.toContain(hasNot);
  expect(html).not.toContain('prefers-color-scheme');
});

test('a text of the tenant stands in place of the words: the link as button, or within a line', () => {
  const own = {
    subject: 'For {{name}}\r\nBcc: eve@evil.example',
    body: 'One\n\n \n{{link}}\n\nTwo of {{tenant}}, {{unknown}}',
  };
  const mail = composeMail({ ...common, kind: 'passwordReset', variables, own, phrase: 'Ask {{tenant}}.' });
  expect(mail.subject).toBe('For Taro Yamada Bcc: eve@evil.example');
  expect(mail.text).toMatch(
    /^One\n\nAsk Demo\.\n\nSet new password\nhttps:.*\n\nTwo of Demo, \{\{unknown\}\}\n\n-- \n/,
  );
  const within = composeMail({
    ...common,
    kind: 'passwordReset',
    variables,
    own: { ...own, body: 'Here: {{link}} <b>' },
  });
  expect(within.text).toContain(`Here: ${link} <b>`);
  expect(within.html).not.toContain('bgcolor');
  expect(within.html).toContain('&lt;b&gt;');
});

test('without a link there is no button', () => {
  const mail = composeMail({ ...common, link: null, kind: 'passwordChanged', variables });
  expect(mail.html).not.toContain('<a ');
  expect(mail.text).not.toContain('http');
});

test.each([
  [{ link: 'javascript:alert(1)' }, 'no web address'],
  [{ link: '/account/reset.html' }, 'Invalid URL'],
  [{ kind: 'unheardOf' }, 'mail.unheardOf.subject is missing'],
  [{ variables: { name: 'Taro' } }, 'lacks the value of userId'],
])('refuses %j', (change, message) => {
  expect(() => composeMail({ ...common, kind: 'passwordReset', variables, ...change })).toThrow(message);
});
