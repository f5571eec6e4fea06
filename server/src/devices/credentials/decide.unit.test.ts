import { expect, test } from 'vitest';
import { judgeSecret, type ShownSecret, type Verdict } from './decide.ts';

const now = new Date('2026-11-22T05:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const shown: ShownSecret = { isCurrent: true, isNext: false, nextAt: null, expiresAt: null };

test.each<[string, Partial<ShownSecret>, Verdict]>([
  ['the first one, in time', { expiresAt: at(1) }, { kind: 'renew' }],
  ['the first one, too late', { expiresAt: at(0) }, { kind: 'expired' }],
  ['the current one', {}, { kind: 'renew' }],
  ['the current one, a moment after it was shown', { nextAt: at(-1) }, { kind: 'wait', seconds: 4 }],
  ['the current one, after the answer was lost', { nextAt: at(-5) }, { kind: 'renew' }],
  ['the next one', { isCurrent: false, isNext: true, nextAt: at(0) }, { kind: 'advance' }],
  ['one that was replaced', { isCurrent: false }, { kind: 'cloned' }],
  ['one that was replaced, a moment ago', { isCurrent: false, nextAt: at(0) }, { kind: 'cloned' }],
])('%s', (_, given, verdict) => expect(judgeSecret({ ...shown, ...given }, now)).toEqual(verdict));
