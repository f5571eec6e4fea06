import { expect, it } from 'vitest';
import { skipping } from './decide.ts';

const app = { uuid: 'u', enabled: true, activatedAt: null };
const waiting = { ...app, enabled: false };

it.each([
  ['whoever must set one up sets it up', { enabled: true, enforced: true, setupRequired: true }, [], 'setUp'],
  [
    'an app that waits to be activated is none',
    { enabled: true, enforced: true, setupRequired: true },
    [waiting],
    'setUp',
  ],
  ['whoever has none and need not is asked', { enabled: true, enforced: false, setupRequired: false }, [], 'ask'],
  ['whoever has one goes on', { enabled: true, enforced: false, setupRequired: false }, [app], 'goOn'],
  ['where there is none to have, one goes on', { enabled: false, enforced: false, setupRequired: false }, [], 'goOn'],
] as const)('%s', (_, mfaStatus, totp, expected) => expect(skipping({ mfaStatus, totp: [...totp] })).toBe(expected));
