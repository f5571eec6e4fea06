import { expect, it } from 'vitest';
import { asLogged } from './as-logged.ts';

it.each([
  ['  ghost ', 'ghost'],
  ['two\r\nlines', 'two\uFFFD\uFFFDlines'],
  ['turned\u202Eround', 'turned\uFFFDround'],
  ['a\0b', 'a\uFFFDb'],
  ['csi\u009B31m', 'csi\uFFFD31m'],
  ['か\u3099', 'が'],
  ['x'.repeat(500), 'x'.repeat(128)],
  ['𠮷'.repeat(200), '𠮷'.repeat(128)],
])('keeps of %j what a log may show', (typed, kept) => expect(asLogged(typed)).toBe(kept));
