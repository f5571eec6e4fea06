import type { Role } from '#contract/roles.ts';
import type { Portico } from './portico.ts';

/** The password of all demo users in the journeys. */
export const DEMO_PASSWORD = 'violet harbour 47 lantern';

/** A user who can sign in. */
export interface Person {
  tenantId: string;
  userId: string;
  mailAddress: string;
  password: string;
}

/** A password that meets all rules of the demo tenants. */
export const NEW_PASSWORD = 'copper meadow 83 whistle';

export const taro: Person = demoPerson('demo', 'taro');
/** The administrator of both demo tenants: one address, one password, two accounts. */
export const admin: Person = demoPerson('demo', 'admin');

function demoPerson(tenantId: string, userId: string): Person {
  return { tenantId, userId, mailAddress: `${userId}@${tenantId}.example`, password: DEMO_PASSWORD };
}

let made = 0;

/** Creates a user for one journey with the operator's command line. */
export async function makePerson(portico: Portico, tenantId = 'demo', role: Role = 'User'): Promise<Person> {
  made += 1;
  const person = demoPerson(tenantId, `guest${made}`);
  const names = ['--family-name', 'Miller', '--given-name', `Robin ${made}`, '--mail', person.mailAddress];
  await portico.cli(
    'user',
    'create',
    tenantId,
    person.userId,
    ...names,
    '--role',
    role,
    '--password',
    person.password,
    '--keep-password',
    '--reason',
    'a journey needs it',
  );
  return person;
}
