import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { closeVisitor, type Looks, newVisitor, type Visitor } from './browser.ts';
import { type Portico, startPortico } from './portico.ts';

export interface Stage {
  readonly portico: Portico;
  /** A visitor with a new browser, which must report no errors after each journey. */
  visit(looks?: Looks): Promise<Visitor>;
}

/** One Portico for the journeys of a file, with its own settings and process if said; the browser belongs to the worker. */
export function setTheStage(settings?: Record<string, string>, { isOwnProcess = false } = {}): Stage {
  // Every wait of a journey has its own limit; these only end one that hangs, even on a busy machine.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
  let portico: Portico | undefined;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    portico = await startPortico(settings, isOwnProcess);
  });
  afterEach(async () => {
    const present = visitors.splice(0);
    await Promise.all(present.map(closeVisitor));
    expect(present.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  afterAll(async () => {
    await portico?.stop();
  });
  const running = () => {
    if (!portico) throw new Error('the journeys have not begun');
    return portico;
  };
  return {
    get portico() {
      return running();
    },
    visit: async (looks) => {
      const visitor = await newVisitor(running().url, looks);
      visitors.push(visitor);
      return visitor;
    },
  };
}
