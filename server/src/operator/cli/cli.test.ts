import { userInfo } from 'node:os';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#server/platform/embedded/embedded.ts';
import { type Ended, runCommand as run, runHere, startCommandLine } from '#test/command-line.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { commands } from './commands.ts';

describe('the words of the command line', () => {
  /** A shell for the first, which shows that the program passes on words, language and exit code; starting it costs most. */
  const inShellFirst = (at: number) => (at === 0 ? run : runHere);

  it('are there for every command, its options and its fields', async () => {
    const list = await run({});
    expect(list.code).toBe(0);
    for (const command of commands) expect(list.out).toContain(command.name);
    const helps = await Promise.all(
      ['tenant create', 'oauth-client create', 'demo seed'].map((name, at) =>
        inShellFirst(at)({ LANG: 'ja_JP.UTF-8' }, ...name.split(' '), '--help'),
      ),
    );
    for (const help of helps) {
      expect(help.code).toBe(0);
      expect(help.out).not.toContain('operator.');
      expect(help.out).toContain('使い方');
    }
  });

  it('say what was not understood, with exit code 2', async () => {
    const wrong: [string[], string][] = [
      [['tenant', 'destroy'], 'Unknown command “tenant destroy”.'],
      [['tenant', 'create', 'acme'], '--name is missing.'],
      [['tenant', 'list', '--all'], 'Unknown option “--all”'],
      [['tenant', 'show', 'acme', 'again'], 'Unexpected “again”.'],
    ];
    for (const [at, [argv, words]] of wrong.entries()) {
      const { code, out, err } = await inShellFirst(at)({}, ...argv);
      expect([argv, code, out]).toEqual([argv, 2, '']);
      expect(err).toContain(words);
    }
    const settings = await runHere({ PORT: 'x' }, 'tenant', 'list');
    expect(settings).toMatchObject({ code: 1, err: expect.stringContaining('PORT') });
  });
});

describe('with an external database', () => {
  let database: Awaited<ReturnType<typeof startCommandLine>>['database'];
  let portico: (...argv: string[]) => Promise<Ended>;
  let shell: typeof portico;

  beforeAll(async () => {
    ({ database, portico, shell } = await startCommandLine());
  });
  afterAll(() => database.drop());

  it('works through the life of a tenant and its users', async () => {
    expect(await shell('tenant', 'create', 'acme', '--name', '株式会社アクメ', '--country', 'JP')).toMatchObject({
      code: 0,
      err: '',
    });
    const again = await shell('tenant', 'create', 'acme', '--name', 'x');
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('This tenant ID is taken') });
    const json = await portico('tenant', 'create', 'acme', '--name', 'x', '--json');
    expect(JSON.parse(json.err)).toMatchObject([{ message_id: 'duplicated_params_tenantId' }]);
    const odd = await portico('tenant', 'create', 'No', '--name', 'x', '--locale', 'xx');
    expect(odd).toMatchObject({ code: 2, err: expect.stringMatching(/--tenant: .*\n--locale: /) });
    const made = await portico(
      'user',
      'create',
      'acme',
      'bob',
      '--role',
      'PowerUser',
      '--mail',
      'bob@acme.example',
      '--reason',
      'first administrator',
      '--json',
    );
    expect(JSON.parse(made.out)).toMatchObject({
      roles: ['PowerUser'],
      mustChangePassword: true,
      password: expect.any(String),
    });
    const reset = await portico(
      'user',
      'reset-password',
      '--tenant',
      'acme',
      '--user',
      'BOB',
      '--keep-password',
      '--reason',
      'forgotten',
      '--json',
    );
    expect(JSON.parse(reset.out)).toMatchObject({ mustChangePassword: false });
    expect((await portico('user', 'unlock', 'acme', 'nobody', '--reason', 'asked')).code).toBe(1);
    expect(await portico('user', 'unlock', 'acme', 'bob')).toMatchObject({
      code: 2,
      err: expect.stringMatching('--reason'),
    });
    expect(await portico('user', 'create', 'acme', 'eve', '--role', 'PowerUser')).toMatchObject({
      code: 2,
      err: expect.stringMatching('--reason'),
    });
    const scopes = ['--scope', 'portal:operator', '--scope', 'portal:operator:credentials'];
    const notes = [
      await portico('operator-token', 'create', 'one'),
      await portico('operator-token', 'create', 'two', ...scopes),
    ];
    expect(notes.map(({ out, err }) => /Its scopes? .*/.exec(out + err)?.[0])).toEqual([
      'Its scope is portal:operator.',
      'Its scopes are portal:operator, portal:operator:credentials.',
    ]);
    const list = await portico('tenant', 'list');
    expect(list.out.split('\n')).toHaveLength(3);
    const [header = '', row = ''] = list.out.split('\n');
    // Two columns a kanji: the next column begins at the same place on the screen.
    expect(row.indexOf('active') + '株式会社アクメ'.length).toBe(header.indexOf('Status'));
    const limited = await portico('tenant', 'update', 'acme', '--user-limit', '2', '--json');
    expect(JSON.parse(limited.out)).toMatchObject({ userLimit: 2, userCount: 1 });
    expect((await portico('tenant', 'update', 'acme', '--user-limit', 'many')).code).toBe(2);
    const freed = await portico('tenant', 'update', 'acme', '--user-limit', 'none', '--json');
    expect(JSON.parse(freed.out)).toMatchObject({ userLimit: null });
    const owner = new pg.Client(database.connection);
    await owner.connect();
    const { rows } = await owner.query(
      "select action, operator_user_id, reason from system_operation_log where tenant_id = 'acme' order by at",
    );
    await owner.end();
    expect(rows.map((entry) => entry.action)).toEqual([
      'portico tenant create',
      'portico user create',
      'portico user reset-password',
      'portico tenant update',
      'portico tenant update',
    ]);
    expect(new Set(rows.map((entry) => entry.operator_user_id))).toEqual(new Set([`cli:${userInfo().username}`]));
    expect(rows.map((entry) => entry.reason)).toEqual([null, 'first administrator', 'forgotten', null, null]);
  });

  it('makes services, contracts, licences and devices, also from a file', async () => {
    const scratch = await makeScratchDirectory('portico-cli-');
    const json = async (...argv: string[]) => {
      const { code, out, err } = await portico(...argv, '--json');
      expect([argv, code, err]).toEqual([argv, 0, '']);
      return JSON.parse(out);
    };
    try {
      const [icon, file] = [join(scratch.path, 'icon.svg'), join(scratch.path, 'devices.csv')];
      await writeFile(icon, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');
      await json('tenant', 'create', 'things', '--name', 'Things');
      const words = ['--name', 'Print', '--name', 'ja=印刷', '--link', 'https://print.example/', '--icon', icon];
      const service = await json('service', 'create', 'print', ...words, '--link', 'eu=https://eu.print.example/');
      expect(service).toMatchObject({
        names: { en: 'Print', ja: '印刷' },
        linkURLs: { default: 'https://print.example/', eu: 'https://eu.print.example/' },
      });
      expect((await json('service', 'disable', 'print')).enabled).toBe(false);
      await json('contract', 'create', 'things', 'C-1', '--plan', 'Gold');
      const facts = ['--contract', 'C-1', '--service', 'print', '--volume', '5', '--role', 'User'];
      expect(await json('license', 'create', 'things', 'L-1', ...facts)).toMatchObject({
        availableRoles: ['User'],
        volume: 5,
        status: 'activated',
      });
      expect(await json('license', 'update', 'things', 'L-1', '--role', 'all', '--volume', '7')).toMatchObject({
        availableRoles: null,
        volume: 7,
      });
      const { status, suspendedAt } = await json('license', 'suspend', 'things', 'L-1');
      expect(status).toBe('suspended');
      const { out: licenses } = await portico('license', 'list', 'things');
      expect(licenses).toContain('Suspended since');
      expect(licenses).toContain(suspendedAt);
      const asked = ['--name', 'Print', '--redirect-uri', 'https://print.example/back', '--service', 'print'];
      const client = await json('oauth-client', 'create', 'things', ...asked);
      expect(client.serviceClass).toBe('print');
      // Every field has its word.
      expect((await portico('oauth-client', 'create', 'things', ...asked)).out).not.toContain('operator.');
      const tuned = ['--redirect-uri', 'https://print.example/new', '--id-token-algorithm', 'RS256'];
      const also = [
        '--pkce',
        'nonce',
        '--auth-method',
        'client_secret_post',
        '--frontchannel-logout-uri',
        'https://print.example/out',
        ...['--mfa', 'on', '--dpop', 'on'],
      ];
      const updated = await json('oauth-client', 'update', 'things', client.clientId, ...tuned, ...also);
      expect(updated).toMatchObject({
        ...{ name: 'Print', serviceClass: 'print', redirectUris: ['https://print.example/new'] },
        ...{ idTokenSignedResponseAlg: 'RS256', tokenEndpointAuthMethod: 'client_secret_post', pkce: 'nonce' },
        ...{ frontchannelLogoutUri: 'https://print.example/out', requiresMfa: true, dpopBound: true },
      });
      const without = await json(
        'oauth-client',
        'update',
        'things',
        client.clientId,
        '--frontchannel-logout-uri',
        'none',
      );
      expect(without).toMatchObject({
        frontchannelLogoutUri: null,
        idTokenSignedResponseAlg: 'RS256',
        requiresMfa: true,
      });
      expect((await json('oauth-client', 'disable', 'things', client.clientId)).disabled).toBe(true);
      expect((await json('oauth-client', 'enable', 'things', client.clientId)).disabled).toBe(false);
      const renewed = await json('oauth-client', 'new-secret', 'things', client.clientId, '--overlap-hours', '2');
      expect(renewed.clientSecret).not.toBe(client.clientSecret);
      expect(await json('oauth-client', 'show', 'things', client.clientId)).toMatchObject({
        previousSecretUntil: renewed.previousSecretUntil,
        disabled: false,
      });
      const refused = await portico(
        'oauth-client',
        'update',
        'things',
        client.clientId,
        '--redirect-uri',
        'http://print.example',
      );
      expect(refused.code).not.toBe(0);
      expect(refused.err).toContain('--redirect-uri');
      const assigned = await json('oauth-client', 'assign', 'things', client.clientId, '--service', 'none');
      expect(assigned.serviceClass).toBeNull();
      const boss = ['--mail', 'boss@things.example', '--role', 'PowerUser', '--reason', 'first'];
      await json('user', 'create', 'things', 'boss', ...boss);
      const api = ['things', 'api://things/orders'];
      await json('oauth-api', 'create', ...api, '--name', 'Orders', '--scope', 'read=See your orders');
      expect(await json('oauth-api', 'list', 'things')).toMatchObject([{ name: 'Orders', audience: api[1] }]);
      await json('oauth-api', 'delete', ...api);
      const owner = new pg.Client(database.connection);
      await owner.connect();
      const told = await owner.query("select kind from mail_outbox where tenant_id = 'things' and kind like '%Api'");
      await owner.end();
      expect(told.rows.map(({ kind }) => kind)).toEqual(['operatorAddedApi', 'operatorDeletedApi']);
      await writeFile(
        file,
        'serialId,deviceType,deviceId,description\nE1,PorticoMfp,lobby,"1F, left"\nE2,PowerMeter,,\n',
      );
      expect(await json('device', 'import', 'things', file)).toMatchObject({
        registered: 2,
        unchanged: 0,
        enrolments: [
          { deviceId: 'lobby', credential: expect.stringMatching(/^things\./) },
          { deviceId: 'E2', credential: expect.any(String) },
        ],
      });
      expect(await json('device', 'register', 'things', 'E2', 'PowerMeter')).toEqual({ registered: 0, unchanged: 1 });
      await writeFile(file, 'serialId,deviceType\nE3,PowerMeter\n ,PowerMeter\n');
      const wrong = await portico('device', 'import', 'things', file);
      expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('line 3') });
      const list = await portico('device', 'list', 'things');
      expect(list.out).toMatch(/lobby +E1 +PorticoMfp +1F, left +issued/);
      expect((await portico('device', 'revoke', 'things', 'lobby')).code).toBe(0);
      expect((await portico('device', 'revoke', 'things', 'lobby')).code).toBe(1);
      const enrolled = await portico('device', 'enrol', 'things', 'lobby');
      expect(enrolled.out).toMatch(/things\.[\w-]{65}/);
      const more = await portico('device', 'register', 'things', 'E4', 'PowerMeter');
      expect(more.out).toMatch(/E4 +things\.[\w-]{65}/);
      expect(list.out).not.toContain('E3');
    } finally {
      await scratch.remove();
    }
  }, 240_000);

  it('reads the browser log of a tenant for a reason, and exports all of it page by page', async () => {
    for (const id of ['told', 'silent']) expect((await portico('tenant', 'create', id, '--name', id)).code).toBe(0);
    const owner = new pg.Client(database.connection);
    await owner.connect();
    await owner.query(`
      insert into browser_operation_log (tenant_id, id, at, user_uuid, request_id, address, entry)
      select 'told', gen_random_uuid(), now() - n * interval '1 second', null, 'request-' || n, '127.0.0.1',
        jsonb_build_object('operationId', 'op-' || n)
      from generate_series(1, 1001) n`);
    await owner.end();
    const because = ['--reason', 'ticket 47'];
    expect(await portico('browser-log', 'search', 'told')).toMatchObject({
      code: 2,
      err: expect.stringMatching('--reason'),
    });
    const one = await portico('browser-log', 'search', 'told', '--operation', 'op-700', ...because);
    expect(one).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/request-700/) });
    expect(one.out).not.toContain('request-701');
    const all = await shell('browser-log', 'export', 'told', ...because);
    const found = [...all.out.matchAll(/request-(\d+)/g)].map(([, number]) => Number(number));
    expect(found).toEqual(Array.from({ length: 1001 }, (_, at) => at + 1));
    expect((await portico('browser-log', 'export', 'silent', ...because)).out).not.toContain('request-');
  });

  it('has no demo tenants of itself', async () => {
    expect(await portico('demo', 'seed', '--users', '10')).toMatchObject({ code: 1 });
  });
});

describe('with the embedded database', () => {
  it('starts and stops it where it does not run, and leaves alone one that is in use', async () => {
    const scratch = await makeScratchDirectory('portico-cli-');
    const environment = { DATA_DIR: scratch.path };
    try {
      expect((await run(environment, 'tenant', 'create', 'acme', '--name', 'Acme')).code).toBe(0);
      expect(existsSync(join(scratch.path, 'postgres/cluster/postmaster.pid'))).toBe(false);
      const server = await startPostgres({ dataDir: join(scratch.path, 'postgres') });
      const client = new pg.Client(server.connection);
      await client.connect();
      expect((await run(environment, 'tenant', 'show', 'acme')).code).toBe(0);
      expect((await client.query("select name from tenants where tenant_id = 'acme'")).rows).toEqual([
        { name: 'Acme' },
      ]);
      await client.end();
      await server.stop();
    } finally {
      await scratch.remove();
    }
  });
});
