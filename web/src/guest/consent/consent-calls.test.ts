import { expect, it } from 'vitest';
import { afterAnswer, pendingQuery } from './consent-calls.ts';

it.each([
  ['/api/auth/oauth/provider/authorize?client_id=a.b&state=1', 'client_id=a.b&state=1'],
  ['/api/auth/oauth/provider/authorize', null],
  ['https://evil.example/api/auth/oauth/provider/authorize?client_id=a.b', null],
  ['//evil.example', null],
  ['/portal/top.html', null],
  [null, null],
])('the request of %s is %s', (url, query) => expect(pendingQuery(url)).toBe(query));

it('goes back to the request, with the no where it was one', () => {
  expect(afterAnswer('client_id=a.b', true)).toBe('/api/auth/oauth/provider/authorize?client_id=a.b');
  expect(afterAnswer('client_id=a.b', false)).toBe('/api/auth/oauth/provider/authorize?client_id=a.b&consent=denied');
});
