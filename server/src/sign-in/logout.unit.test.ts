import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { logoutPartiesOf, signOut } from './logout.ts';
import { providerLogout, samlLogoutUris } from './ports.ts';

const now = new Date('2026-05-01T12:00:00Z');
const cookie = { loginAt: 1, id: `kelvin.${'S'.repeat(43)}` };
const session = { session_id: 's', user_uuid: 'u' };

function open(answers: object[][]) {
  const sent: CompiledQuery[] = [];
  const forgotten: string[] = [];
  const tx = writingDown(sent, answers);
  const tools = {
    db: { inTenant: (_: string, work: (given: unknown) => Promise<unknown>) => work(tx) },
    principals: { forget: (tenantId: string, uuid: string) => forgotten.push(`${tenantId} ${uuid}`) },
  };
  return { tools: tools as never, did: () => [inShort(sent).map(([what]) => what), forgotten] };
}
const ENDED = ['update sessions', 'delete from oauth_artifacts'];

test('the session of a cookie ends with what hangs on it; a worthless cookie is no error', async () => {
  const ending = open([[session], [{ session_id: 's', was_open: true }]]);
  await signOut(ending.tools, cookie, now);
  const [sent, forgotten] = ending.did();
  expect([sent?.slice(1), forgotten]).toEqual([ENDED, ['kelvin u']]);
  for (const worthless of [null, cookie]) {
    const none = open([[]]);
    await signOut(none.tools, worthless, now);
    expect(none.did().map((all) => all?.filter((what) => !what.startsWith('select')))).toEqual([[], []]);
  }
});

test('applications are told that have a page for it, by OpenID Connect and by SAML', async () => {
  const saml = { name: 'Wiki', uri: 'https://saml.example.com/out' };
  const provider = { name: 'Entra', uri: 'https://idp.example.com/out' };
  samlLogoutUris.fill(async () => [saml]);
  providerLogout.fill(async () => provider);
  const uri = 'https://app.example.com/out';
  const clients = [
    { name: 'Front', metadata: { frontchannel_logout_uri: uri, backchannel_logout_uri: uri } },
    { name: 'Back', metadata: { backchannel_logout_uri: uri } },
    { name: 'None', metadata: {} },
  ];
  expect(await logoutPartiesOf(open([[session], clients]).tools, cookie, now)).toEqual([
    { name: 'Front', how: 'frame', uri },
    { name: 'Back', how: 'background', uri: null },
    { ...saml, how: 'frame' },
    { ...provider, how: 'browser' },
  ]);
  expect(await logoutPartiesOf(open([[], clients]).tools, cookie, now)).toEqual([]);
  expect(await logoutPartiesOf(open([]).tools, null, now)).toEqual([]);
});
