import { describe, expect, test } from 'vitest';
import { errorContent, MAX_CONTENTS, MAX_TITLE, plainText } from './error-content.ts';

const content = (query: string) => errorContent(new URLSearchParams(query));

describe('the error page (spec section 2)', () => {
  test.each([
    ['error=access_token_error', 'guest.accessTokenErrorTitle'],
    ['error=unknown_error', 'guest.errorTitle'],
    ['error=session_invalid', 'guest.sessionInvalidTitle'],
    ['error=app_unknown', 'apps.errorTitle'],
    ['error=app_redirect_uri', 'apps.errorTitle'],
    ['error=<script>', 'guest.errorTitle'],
    ['error=constructor', 'guest.errorTitle'],
    ['', 'guest.errorTitle'],
  ])('%s shows %s', (query, title) => {
    expect(content(query).title).toBe(title);
  });

  test('words of the address are plain and short', () => {
    const { foreign } = content(`error-title=${'x'.repeat(500)}&error-contents=a%0Ab%E2%80%AEc%00d`);
    expect([...foreign.title]).toHaveLength(MAX_TITLE);
    expect(foreign.contents).toBe('a b c d');
    expect([...plainText('あ'.repeat(5000), MAX_CONTENTS)]).toHaveLength(MAX_CONTENTS);
  });

  test.each([
    ['link-general-site=show', true],
    ['link-general-site=1', false],
    ['', false],
  ])('%s: link to the general site %s', (query, shown) => {
    expect(content(query).generalSite).toBe(shown);
  });

  test.each([
    ['request-id=0193f7c2-5d1e-7a44', '0193f7c2-5d1e-7a44'],
    ['request-id=%3Cb%3E', undefined],
    ['', undefined],
  ])('%s: request id %s', (query, id) => {
    expect(content(query).requestId).toBe(id);
  });
});
