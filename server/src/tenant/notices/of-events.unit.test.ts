import { expect, test } from 'vitest';
import type { EventType } from '#contract/events.ts';
import { type Actor, personActor, SYSTEM } from '#contract/principals.ts';
import type { Happened } from '../../platform/events/consumers.ts';
import { noticesOf } from './of-events.ts';

const admin = personActor('a', 'root');
const operator: Actor = { type: 'operator', id: 'o', name: 'operator:o' };
const card = { type: 'card', deviceType: 'PorticoMfp' };

const kinds = (type: EventType, more: Partial<Happened> = {}) =>
  noticesOf({
    ...{ type, tenantId: 't', targetId: 'u', actor: admin, changes: {}, facts: {}, at: new Date(), client: null },
    ...more,
  }).map(({ kind, variables, to }) => [
    kind,
    ...(variables && typeof variables !== 'function' ? [variables] : []),
    ...(to ? [to] : []),
  ]);

test.each<[string, EventType, Partial<Happened>, unknown[]]>([
  ['a new password', 'user.passwordChanged', {}, [['passwordChanged']]],
  ['one set by the operator', 'user.passwordSet', { actor: operator }, [['passwordChanged']]],
  ['an app that was active', 'user.totpRemoved', { facts: { wasEnabled: true } }, [['mfaDisabled']]],
  ['an app that was pending', 'user.totpRemoved', { facts: { wasEnabled: false } }, []],
  [
    'MFA reset by an administrator, with sessions',
    'user.mfaReset',
    { changes: { mfaEnabled: { before: true, after: false }, openSessions: { before: 2, after: 0 } } },
    [['sessionsEnded', { count: 2 }], ['mfaDisabled']],
  ],
  ['MFA that was only begun', 'user.mfaReset', { changes: { totp: { before: 1, after: 0 } } }, []],
  [
    'MFA reset by the operator',
    'user.mfaReset',
    { actor: operator, changes: { totp: { before: 1 } } },
    [['mfaDisabled']],
  ],
  ['no MFA to reset', 'user.mfaReset', { actor: operator, changes: { totp: { before: 0 } } }, []],
  ['a recovery code', 'user.recoveryCodeUsed', { facts: { left: 9 } }, [['recoveryCodeUsed', { count: 9 }]]],
  [
    'a card',
    'user.accountAdded',
    { facts: { ...card, hintAdded: '9A7B' } },
    [['cardAdded', { hint: '9A7B', deviceType: 'PorticoMfp' }]],
  ],
  [
    'an address book’s entry',
    'user.accountRemoved',
    { facts: { ...card, type: 'address_book', hintRemoved: 'MADA' } },
    [['deviceAccountRemoved', { hint: 'MADA', deviceType: 'PorticoMfp' }]],
  ],
  [
    'another card in its place',
    'user.accountReplaced',
    { facts: { ...card, hintAdded: '2', hintRemoved: '1' } },
    [
      ['cardRemoved', { hint: '1', deviceType: 'PorticoMfp' }],
      ['cardAdded', { hint: '2', deviceType: 'PorticoMfp' }],
    ],
  ],
  [
    'another address, told at both',
    'user.addressConfirmed',
    { changes: { loginMailAddress: { before: 'a@x.example', after: 'b@x.example' } } },
    [
      ['mailAddressChanged', { mailAddress: 'b@x.example' }],
      ['mailAddressChanged', { mailAddress: 'b@x.example' }, 'a@x.example'],
    ],
  ],
  [
    'the same address in other letters',
    'user.addressConfirmed',
    { changes: { loginMailAddress: { before: 'A@x.example', after: 'a@x.example' } } },
    [['mailAddressChanged', { mailAddress: 'a@x.example' }]],
  ],
  [
    'the first address',
    'user.addressConfirmed',
    { changes: { loginMailAddress: { before: null, after: 'a@x.example' } } },
    [['mailAddressChanged', { mailAddress: 'a@x.example' }]],
  ],
  ['no session that ended', 'user.otherSessionsEnded', { changes: { sessions: { after: { ended: 0 } } } }, []],
  ['sessions', 'login.disowned', { changes: { sessions: { after: { ended: 1 } } } }, [['sessionsEnded', { count: 1 }]]],
  [
    'a lock lifted',
    'user.unlocked',
    { changes: { status: { before: 'locked', after: 'active' } } },
    [['userUnlocked']],
  ],
  ['failures forgotten', 'user.unlocked', { changes: { failures: { before: 2, after: 0 } } }, []],
  [
    'a lock lifted by the operator, of which administrators hear',
    'user.unlocked',
    { actor: operator, changes: { status: { before: 'locked', after: 'active' } } },
    [],
  ],
  ['a lock', 'user.locked', { actor: SYSTEM, facts: { isDue: true } }, [['accountLocked']]],
  ['a lock told of today', 'user.locked', { actor: SYSTEM, facts: { isDue: false } }, []],
  ['unknown browsers stopped', 'user.unknownBrowsersStopped', { facts: { isDue: true } }, [['signInStopped']]],
  [
    'deactivation',
    'user.deactivated',
    { changes: { status: { before: 'active', after: 'inactive' } } },
    [['userDeactivated']],
  ],
  ['deactivation of who was', 'user.deactivated', { changes: { openSessions: { before: 1, after: 0 } } }, []],
  [
    'activation',
    'user.activated',
    { changes: { status: { before: 'inactive', after: 'active' } } },
    [['userActivated']],
  ],
  ['another invitation', 'user.activated', { changes: { status: { before: 'inactive', after: 'registering' } } }, []],
  ['a new browser', 'signIn.succeeded', { facts: { newBrowser: true } }, [['newSignIn']]],
  ['a known browser', 'signIn.succeeded', { facts: { newBrowser: false } }, []],
  ['what is nobody’s credential', 'user.changed', {}, []],
])('%s', (_, type, more, expected) => {
  expect(kinds(type, more)).toEqual(expected);
});
