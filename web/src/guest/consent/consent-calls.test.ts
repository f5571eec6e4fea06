import { expect, it } from 'vitest';
import { afterAnswer, pendingQuery, withAnotherAccount } from './consent-calls.ts';

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

it('asks for another account, and keeps the rest of the request', () => {
  const [path, query] = withAnotherAccount('client_id=a.b&prompt=login&state=x%20y').split('?');
  expect(path).toBe('/api/auth/oauth/provider/authorize');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    client_id: 'a.b',
    prompt: 'select_account',
    state: 'x y',
  });
});
