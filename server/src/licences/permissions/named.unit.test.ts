import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/transaction.ts';
import { entriesOfNamed, type Named, permitsSomebodyNew } from './named.ts';
import type { HeldLicense } from './queries.ts';

const noTx = null as unknown as Tx;
const rule = (all_users: boolean) => ({ license_id: 'l', volume_type: 'user', all_users }) as unknown as HeldLicense;
const one = (more: Partial<Named> = {}): Named => ({
  ...{ uuid: 'u', wasNamed: false, wasPermitted: false, permitted: false, isAllowed: true },
  ...more,
});
const was = one({ wasPermitted: true });
const wasNot = one();
const notForThem = one({ isAllowed: false });

test.each<[string, boolean, Named[], boolean]>([
  // The rule assigns to nobody; named users are the exceptions who get the license.
  ['for nobody', false, [], false],
  ['for nobody but one who was', false, [was], false],
  ['for nobody but one who was not', false, [wasNot], true],
  ['for nobody but one who was and one who was not', false, [was, wasNot], true],
  // The license is for ten users, eight had it; named users are the exceptions from a rule for all.
  ['for all', true, [], true],
  ['for all but one who was', true, [was], true],
  ['for all but one who was not', true, [wasNot], true],
  ['for all but both who were not', true, [wasNot, wasNot], false],
  ['for all but both who were not, and one who was', true, [wasNot, was, wasNot], false],
  ['for all but one who was not, and one it is not for', true, [wasNot, notForThem], true],
])('of ten, eight of them permitted, a rule %s permits somebody new', async (_, all, named, expected) => {
  const counted = { allowed: 10, permitted: 8 };
  expect(await permitsSomebodyNew(noTx, rule(!all), rule(all), counted, named)).toBe(expected);
});

test.each<[string, Partial<Named>, object | undefined]>([
  ['who was permitted and is not', { wasPermitted: true }, { permittedLicenses: { before: 'l' } }],
  ['who was not permitted and is', { permitted: true }, { permittedLicenses: { after: 'l' } }],
  ['who only becomes apart from the rule', {}, { namedInLicenseRule: { after: 'l' } }],
  ['who stays permitted, named now', { wasPermitted: true, permitted: true }, { namedInLicenseRule: { after: 'l' } }],
  ['who was named before', { wasNamed: true }, undefined],
  ['who was named and permitted', { wasNamed: true, wasPermitted: true }, { permittedLicenses: { before: 'l' } }],
])('the log of one %s', (_, named, changes) => {
  const entry = { type: 'user.permissionsChanged', targetId: 'u', changes };
  expect(entriesOfNamed(rule(true), [one(named)])).toEqual(changes ? [entry] : []);
});
