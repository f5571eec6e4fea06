import { describe, expect, it } from 'vitest';
import { stageOf } from './expiry-stages.ts';

describe('the stage of an expiry', () => {
  const now = new Date('2026-11-26T00:00:00Z');
  it.each<[days: number, noticed: number | null, stage: number | null]>([
    [31, null, null],
    [30, null, 30],
    [29.9, 30, null],
    [8, 30, null],
    [7, 30, 7],
    [7, null, 7],
    [1, 7, 1],
    [0.5, 1, null],
    [0, null, null],
    [-1, null, null],
  ])('%d days before, told at %j, is %j', (days, noticed, stage) => {
    expect(stageOf([30, 7, 1], new Date(now.getTime() + days * 86_400_000), noticed, now)).toBe(stage);
  });
});
