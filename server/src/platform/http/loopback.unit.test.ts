import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['app.localhost:3000', true],
  ['127.0.0.1', true],
  ['127.8.9.10:80', true],
  ['::1', true],
  ['[::1]', true],
  ['[::1]:3000', true],
  ['::ffff:127.0.0.1', true],
  ['', false],
  ['0.0.0.0', false],
  ['::', false],
  ['[::]:3000', false],
  ['192.0.2.2:3000', false],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['notlocalhost', false],
  ['1270.0.0.1', false],
  ['evil.example:80@localhost', false],
])('%j: %j', (host, expected) => expect(isLoopback(host)).toBe(expected));
