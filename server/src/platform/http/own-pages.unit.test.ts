import { expect, it } from 'vitest';
import type { Tools } from '../tools.ts';
import { isOwnPage, refuseForeignPage } from './own-pages.ts';

const own = 'https://id.places.example';

it.each<[string, string | undefined, string | undefined, boolean, string?]>([
  ['our page', 'https://id.places.example', 'same-origin', true],
  ['our page, behind a proxy that sends another host', 'https://id.places.example', undefined, true],
  ['the name it was sent to', 'http://inner:3000', 'same-origin', true],
  ['no browser', undefined, undefined, true],
  ['an address that was typed', undefined, 'none', true],
  ['another site', 'https://evil.example', 'cross-site', false],
  ['another site that names no origin', undefined, 'cross-site', false],
  ['a sibling domain', 'https://shop.places.example', 'same-site', false],
  ['a sibling domain that names no origin', undefined, 'same-site', false],
  ['another port', 'https://id.places.example:8443', 'same-site', false],
  ['another scheme', 'http://id.places.example', 'cross-site', false],
  ['another scheme, to the same name', 'http://id.places.example', 'cross-site', false, 'id.places.example'],
  ['our page, by another port', 'https://id.places.example:8443', undefined, true, 'id.places.example:8443'],
  ['our page, to our name', 'https://id.places.example', 'same-origin', true, 'id.places.example'],
  ['a sandboxed page', 'null', 'cross-site', false],
  ['what is no origin', 'id.places.example', 'cross-site', false],
])('%s', (_, origin, site, isOwn, host = 'inner:3000') => {
  expect(isOwnPage({ origin, site, host, own })).toBe(isOwn);
});

it('a call for a page of another origin is refused, and the operator told which', () => {
  const warned: object[] = [];
  const call = (origin: string) => () =>
    refuseForeignPage(
      { config: { publicUrl: 'https://id.example.com' } } as Tools,
      {
        headers: { origin, 'sec-fetch-site': 'cross-site' },
        log: { warn: (line: object) => warned.push(line) },
      } as never,
    );
  expect(call('https://id.example.com')).not.toThrow();
  expect(warned).toEqual([]);
  expect(call('https://evil.example.com')).toThrow(expect.objectContaining({ id: 'forbidden' }));
  expect(warned).toEqual([{ origin: 'https://evil.example.com', site: 'cross-site' }]);
});
