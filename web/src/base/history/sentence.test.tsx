import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { eventCatalogue, signInEvent } from '#contract/events.ts';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { openPage } from '../../../test/page.tsx';
import { createTranslate } from '../../i18n/translate.ts';
import { Sentence, sentenceText } from './Sentence.tsx';

const area = async (language: string, name: string) =>
  (await import(`../../../../messages/${language}/${name}.json`)).default as Record<string, string>;
const areas = ['common', 'history', 'events', 'sentences', 'ui'] as const;
const textsOf = async (language: string) =>
  Object.fromEntries(await Promise.all(areas.map(async (name) => [name, await area(language, name)])));

const anna = { id: 'anna', name: '', givenName: 'Anna', familyName: 'Brown', exists: true };
const taro = { id: 'taro', name: '', givenName: 'Taro', familyName: 'Sato', exists: true };
const entry: OperationLogEntry = {
  ...{ id: '0196a2b0-0000-7000-8000-000000000001', at: '2026-03-04T00:00:00.000Z', operation: 'update' },
  ...{ type: 'user.deactivated', action: 'POST /x', status: 'success', address: null, requestId: 'r' },
  ...{ operatorUserId: 'anna', operatorUuid: '0196a2b0-0000-7000-8000-00000000000a' },
  actor: { type: 'person', id: '0196a2b0-0000-7000-8000-00000000000a', name: 'anna' },
  ...{ targetType: 'user', targetId: '0196a2b0-0000-7000-8000-00000000000b', actorNamed: anna, targetNamed: taro },
  ...{ changes: {}, errorId: null, reason: null, clientRequestId: null },
};

describe.each(['en', 'ja'])('in %s', async (language) => {
  const texts = await textsOf(language);
  const t = createTranslate(language, texts);

  test.each(Object.keys(eventCatalogue))('%s is told by a whole sentence', (type) => {
    const said = sentenceText(t, language, { ...entry, type });
    expect(said).not.toContain('sentences.');
    expect(said).not.toMatch(/[{}<>]/);
    expect(said).toMatch(/Anna|Taro|Sato|Brown/);
    expect(t(`events.${type as keyof typeof eventCatalogue}`)).not.toContain('events.');
  });
});

const t = createTranslate('en', await textsOf('en'));
const say = (changed: Partial<OperationLogEntry>) => sentenceText(t, 'en', { ...entry, ...changed });

test.each<[string, Partial<OperationLogEntry>, string]>([
  ['two users', {}, 'Anna Brown (anna) deactivated Taro Sato (taro)'],
  ['who has gone since', { actorNamed: null }, 'anna deactivated Taro Sato (taro)'],
  ['whom nobody knows any more', { targetNamed: null }, 'Anna Brown (anna) deactivated user (deleted)'],
  [
    'whom the row still names',
    { type: 'user.deleted', targetNamed: null, changes: { userId: { before: 'taro' } } },
    'Anna Brown (anna) deleted taro',
  ],
  [
    'what is deleted and had a display name',
    {
      ...{ type: 'openidConnection.deleted', targetType: 'openidConnection', targetNamed: null },
      changes: { displayName: { before: 'Harbour login' } },
    },
    'Anna Brown (anna) deleted the identity provider Harbour login',
  ],
  [
    'a domain, which is called by itself',
    { type: 'emailDomain.created', targetType: 'emailDomain', targetId: 'harbour.example', targetNamed: null },
    'Anna Brown (anna) added the email domain harbour.example',
  ],
  [
    'a page of settings',
    {
      type: 'tenant.changed',
      targetType: 'tenant',
      targetNamed: null,
      changes: { 'securityPolicy.passwordPolicy.minLength': {} },
    },
    'Anna Brown (anna) changed Password policy',
  ],
  [
    'settings of two pages',
    {
      type: 'tenant.changed',
      targetType: 'tenant',
      targetNamed: null,
      changes: { 'securityPolicy.passwordPolicy.minLength': {}, name: {} },
    },
    'Anna Brown (anna) changed Password policy and General',
  ],
  [
    'settings that no page has',
    { type: 'tenant.changed', targetType: 'tenant', targetNamed: null, changes: { userLimit: {} } },
    'Anna Brown (anna) changed organization settings',
  ],
  [
    'an import, with what it came to',
    {
      ...{ type: 'userImport.ended', targetType: 'userImport', status: 'completed' },
      targetNamed: { id: '', name: 'staff.csv', familyName: '', givenName: '', exists: true },
      changes: { created: { after: 1200 }, changed: { after: 1 }, failed: { after: 2 }, unchanged: { after: 7 } },
    },
    'The import staff.csv started by Anna Brown (anna) ended: 1,200 users added, 1 user changed, 2 failed',
  ],
  [
    'an undo, which has no name of its own',
    {
      ...{ type: 'userImport.ended', targetType: 'userImport', status: 'completed' },
      targetNamed: { id: '', name: '', familyName: '', givenName: '', exists: true },
      changes: { restored: { after: 3 } },
    },
    'The undo of a change to users started by Anna Brown (anna) ended: 3 users restored',
  ],
  [
    'a bulk operation of an older version, which knew no numbers',
    { type: 'userBulk.ended', targetType: 'userBulk', status: 'completed', targetNamed: null },
    'The bulk action on users started by Anna Brown (anna) ended',
  ],
  [
    'a license by the name of its app',
    {
      ...{ type: 'license.suspended', targetType: 'license', targetId: 'print-1' },
      targetNamed: { id: 'print-1', name: 'Print Flow', familyName: '', givenName: '', exists: true },
    },
    'Anna Brown (anna) suspended the license Print Flow (print-1)',
  ],
  [
    'the portal itself',
    { type: 'user.lockEnded', actorNamed: null, operatorUserId: 'system', operatorUuid: null },
    'The lock of Taro Sato (taro) ended',
  ],
  [
    'an operator',
    { actorNamed: null, operatorUserId: 'operator:on-call', operatorUuid: null },
    'Operator (on-call) deactivated Taro Sato (taro)',
  ],
  ['refused', { status: 'error' }, 'Anna Brown (anna)’s action for Taro Sato (taro) didn’t complete: User deactivated'],
  [
    'refused, of nothing',
    { status: 'error', targetType: null },
    'Anna Brown (anna)’s action didn’t complete: User deactivated',
  ],
  ['of a newer server', { type: 'user.teleported' }, 'Anna Brown (anna) made a change to Taro Sato (taro)'],
  ['of nothing that is known', { type: null, targetType: null }, 'Anna Brown (anna) made a change'],
])('%s', (_, changed, said) => {
  expect(say(changed)).toBe(said);
});

test('actor and target are links while they exist; a name that looks like markup stays a text', async () => {
  const odd = {
    ...entry,
    actorNamed: { ...anna, givenName: '<target>x</target>' },
    targetNamed: { ...taro, exists: false },
  };
  const component = () => (
    <>
      <p>
        <Sentence entry={entry} />
      </p>
      <p>
        <Sentence entry={odd} />
      </p>
    </>
  );
  openPage({ path: '/', component }, '/', await textsOf('en'));
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/portal/users/anna',
    '/portal/users/taro',
    '/portal/users/anna',
  ]);
  expect(links[2]?.textContent).toBe('<target>x</target> Brown (anna)');
});

test('each way of signing in has its event', () => {
  expect(signInEvent({ loginType: 'userId', status: 'error' })).toBe('signIn.refused');
});
