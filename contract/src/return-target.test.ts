import { describe, expect, it } from 'vitest';
import { isReturnTarget } from './return-target.ts';

describe('isReturnTarget', () => {
  const origin = 'https://portal.example';
  const allowed = ['https://print.example', 'http://localhost:8080'];

  it.each([
    '/',
    '/portal/top.html',
    '/portal/account/login_history?period=days7',
    '/portal/users?q=%E5%B1%B1%E7%94%B0&page=2',
    '/portal/users?q=100%25',
    '/portal/top.html#section',
    '/portal/login.html?url=https%3A%2F%2Fprint.example%2Fa',
    '/a?next=//data-only',
    '/%E5%B1%B1',
    '/a-b_c.d~e/@me/x:y;z',
    '/portal/...html',
    'https://portal.example',
    'https://portal.example/portal/top.html',
    'https://PORTAL.example/portal',
    'https://portal.example:443/portal',
    'https://print.example/jobs?id=1',
    'http://localhost:8080/callback',
  ])('accepts %j', (target) => expect(isReturnTarget(target, origin, allowed)).toBe(true));

  it.each([
    '',
    ' ',
    'portal/top.html',
    './top.html',
    '../top.html',
    '?a=b',
    '#a',
    '//evil.example',
    '///evil.example',
    '////evil.example/%2f..',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r//evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' https://portal.example/',
    '/ /evil.example',
    '/portal\0/top.html',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%252fevil.example',
    '/%25252fevil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '/%255cevil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/a?x=%0d%0aSet-Cookie:%20a=b',
    '/a?x=%250aSet-Cookie:a',
    '/a%00b',
    '/..//evil.example',
    '/.//evil.example',
    '/portal/../..//evil.example',
    '/%2e%2e//evil.example',
    '/portal/%2e%2e/api/auth/logout',
    '/portal/../api/auth/logout',
    '/%2e',
    '/%',
    '/%zz',
    '/%ff%fe',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https://evil.example',
    'https://evil.example/https://portal.example',
    'https://portal.example.evil.example',
    'https://portal.example@evil.example',
    'https://evil.example@portal.example',
    'https://user:pass@portal.example/',
    'https://@portal.example/',
    'https://portal.example:80@evil.example',
    'https://portal.example:8443/',
    'https://portal.example%2eevil.example',
    'https://portal.example\\@evil.example',
    'https://portal.example\\.evil.example',
    'https://portal.example//evil.example',
    'https://portal.example#@evil.example/\\',
    'http://portal.example/',
    'https://localhost:8080/',
    'https://portal。example/',
    'https://pоrtal.example/',
    'https://portal.example:99999/',
    '／／evil.example',
    '/／evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'javascript://portal.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://portal.example/',
    'blob:https://portal.example/1',
    'about:blank',
    'mailto:a@portal.example',
    `/${'a'.repeat(2048)}`,
  ])('refuses %j', (target) => expect(isReturnTarget(target, origin, allowed)).toBe(false));

  it.each([undefined, null, 1, ['/'], {}])('refuses %j, which is no text', (target) =>
    expect(isReturnTarget(target, origin, allowed)).toBe(false),
  );

  it('never accepts what a browser would open elsewhere', () => {
    const pieces = ['/', '\\', '%2f', '%5c', '.', '%2e', '@', ':', '?', '#', 'evil.example', 'https:', '\t', '%09'];
    for (const one of pieces)
      for (const two of pieces)
        for (const three of pieces) {
          const target = `/${one}${two}${three}`;
          if (!isReturnTarget(target, origin)) continue;
          const resolved = new URL(target, origin);
          expect(resolved.origin).toBe(origin);
          expect(new URL(resolved.pathname, origin).origin).toBe(origin);
          expect(new URL(decodeURIComponent(resolved.pathname), origin).origin).toBe(origin);
        }
  });
});
