import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, readSources, type SourceFile, trespasses } from './boundaries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const planted = (path: string, source: string): SourceFile => ({ path, ...importsOf(path, source) });

describe('boundaries', () => {
  it('no file breaks an import rule', () => {
    const files = readSources(root);
    const web = files.filter(({ path }) => path.startsWith('web/src/'));
    const among = web
      .flatMap(({ imports, types = [] }) => [...imports, ...types])
      .filter((path) => path.startsWith('web/'));
    expect(files.length).toBeGreaterThan(1500);
    expect(web.length).toBeGreaterThan(700);
    expect(files.filter(({ path }) => /^(e2e|bench)\//.test(path)).length).toBeGreaterThan(60);
    expect(among.length).toBeGreaterThan(3000);
    expect(trespasses(files)).toEqual([]);
  });

  it.each([
    ['contract/src/x.ts', "import { readFile } from 'node:fs';"],
    ['contract/src/people/x.ts', "import type { Me } from '../site/me.ts';"],
    ['contract/src/x.ts', "import type { User } from './people/users.ts';"],
    ['server/src/people/users/x.ts', "import { y } from '../../sign-in/sessions/sessions.ts';"],
    ['server/src/people/users/x.ts', "import type { Y } from '../../sign-in/may.ts';"],
    ['server/src/devices/list/x.ts', "import type { Y } from '../../credentials/ports.ts';"],
    ['server/src/platform/db/x.ts', "import type { Y } from '../../tenant/ports.ts';"],
    ['server/src/people/users/x.ts', "import { createTools } from '../../tools-factory.ts';"],
    ['server/src/platform/tools.ts', "import { createTools } from './db/pool.ts';"],
    ['e2e/x.journey.ts', "import { findUser } from '#server/people/users/queries.ts';"],
    ['e2e/x.journey.ts', "import type { Row } from '#server/people/users/rows.ts';"],
    ['e2e/support/x.ts', "import { useMe } from '../../web/src/base/session-queries.ts';"],
    ['bench/x.ts', "import { rows } from '#server/sign-in/queries.ts';"],
    ['server/src/platform/net/x.ts', "import type { Y } from '../../wiring.ts';"],
    ['server/src/people/users/x.ts', "import { y } from '../../new-room/x/x.ts';"],
    ['server/src/sign-in/x.ts', "import { y } from '../people/users/rows.ts';"],
    ['server/src/sign-in/x.ts', "import type { Y } from '../people/users/rows.ts';"],
    ['contract/src/x.ts', "import { y } from '#server/platform/config.ts';"],
    ['web/src/features/a/Page.tsx', "import { z } from 'zod';"],
    ['web/src/features/a/Page.tsx', "import { Row } from '../b/Row.tsx';"],
    ['web/src/features/a/Page.tsx', "import type { Row } from '../b/Row.tsx';"],
    ['web/src/ui/form/Box.tsx', "import { call } from '../../api/call.ts';"],
    ['web/src/session/tokens.ts', "import type { Me } from '../base/me.ts';"],
    ['web/src/base/Loaded.tsx', "import { rows } from '../features/users/rows.ts';"],
    ['web/src/base/Loaded.tsx', "import type { FrameProps } from '../shell/layout/frame-types.ts';"],
    ['web/src/features/a/Page.tsx', "import { Header } from '../../shell/layout/Header.tsx';"],
    ['web/src/pickers/queries.ts', "import type { State } from '../guest-kit/context.tsx';"],
    ['web/src/features/a/Page.tsx', "import { x } from '../../new-room/x.ts';"],
    ['web/src/new-room/x.ts', "import { call } from '../api/call.ts';"],
    ['web/src/shell/layout/Frame.tsx', "import { Page } from '../../features/a/Page.tsx';"],
    ['web/src/features/a/Page.tsx', "import { GroupDialog } from '../../pickers/GroupDialog.tsx';"],
    ['web/src/guest/login/LoginPage.tsx', "import { Button } from '@mantine/core';"],
    ['web/src/features/a/Page.tsx', "const shown = me.roles.includes('PowerUser');"],
    ['server/src/site/me/me.ts', "const one = sql`'PowerUser' = any (roles)`;"],
    ['server/src/site/me/routes.ts', "import { sql } from 'kysely';"],
    ['server/src/site/me/me.ts', "import { rows } from '../../sign-in/queries.ts';"],
    ['server/src/platform/crypto/x.ts', "import { y } from '../../sign-in/steps/steps.ts';"],
    ['server/src/sign-in/may.ts', "import { z } from 'zod';"],
    ['server/src/sign-in/steps/steps.ts', "import Fastify from 'fastify';"],
    ['server/src/sign-in/steps/steps.ts', "import https from 'node:https';"],
    ['server/src/platform/deliver/worker.ts', "import { Agent } from 'undici';"],
    ['server/src/platform/http/client-info.ts', "import http from 'node:http';"],
    ['server/src/sign-in/steps/steps.ts', 'const answer = await fetch(address);'],
    ['server/src/sign-in/steps/steps.ts', 'globalThis.fetch(address)'],
    ['web/src/features/a/Page.tsx', "const page = import('../b/Page.tsx');"],
    ['server/src/platform/db/transaction.ts', "if (text.startsWith('enter tenant ')) begin();"],
    ['server/src/platform/db/transaction.ts', 'const name = /^insert into/.exec(statement.text);'],
    ['server/src/platform/db/search/pages.ts', 'return INSERT.test(query.sql) ? 1 : 2;'],
    ['server/src/platform/db/ask.ts', "const merged = compiled.sql.replace(')', ', $2)');"],
  ])('%s with %s is caught', (path, source) => {
    expect(trespasses([planted(path, source)])).not.toEqual([]);
  });

  it('two files that import each other are caught, if only for a type', () => {
    const page = planted('web/src/features/a/Page.tsx', "import { Card } from './Card.tsx';");
    const card = planted('web/src/features/a/Card.tsx', "import type { Props } from './Page.tsx';");
    expect(trespasses([page])).toEqual([]);
    expect(trespasses([page, card])).toEqual([
      'files in a circle: web/src/features/a/Page.tsx, web/src/features/a/Card.tsx',
    ]);
  });

  it('a circle of two platform rooms is caught, though no two files import each other', () => {
    const files = [
      planted('server/src/platform/http/a.ts', "import { write } from '../events/write.ts';"),
      planted('server/src/platform/http/b.ts', ''),
      planted('server/src/platform/events/write.ts', ''),
      planted('server/src/platform/events/more.ts', "import type { B } from '../http/b.ts';"),
    ];
    expect(trespasses(files)).toEqual(['rooms of platform in a circle: http, events']);
  });

  it('a journey may import the server’s process and platform, and the doors of rooms', () => {
    const source = "import { createApp } from '#server/app.ts'; import { paths } from '../web/src/base/paths.ts';";
    const door = "import { readUser } from '#server/people/users/users.ts';";
    expect(trespasses([planted('e2e/x.journey.ts', source), planted('bench/x.ts', door)])).toEqual([]);
  });

  it('a circle of three rooms is caught, though no two files import each other', () => {
    const files = [
      planted('web/src/session/me.ts', "import { call } from '../api/call.ts';"),
      planted('web/src/api/call.ts', "import { failure } from '../base/failure.ts';"),
      planted('web/src/api/send.ts', ''),
      planted('web/src/base/failure.ts', ''),
      planted('web/src/base/paths.ts', "import type { Pages } from '../session/pages.ts';"),
      planted('web/src/session/pages.ts', ''),
    ];
    expect(trespasses(files)).toContain('rooms in a circle: session, api, base');
  });

  it('indirect imports of guest pages are checked', () => {
    const page = planted('web/src/guest/login/LoginPage.tsx', "import { paths } from '../../base/paths.ts';");
    const heavy = planted('web/src/base/paths.ts', "import { queryOptions } from '@tanstack/react-query';");
    expect(trespasses([page, heavy])).toEqual(['a guest page loads @tanstack/react-query']);
  });

  it('types may be imported from the contract', () => {
    const page = planted('web/src/base/a.ts', "import type { Route } from '#contract/route.ts';");
    expect(page).toEqual({ path: 'web/src/base/a.ts', imports: [], types: ['contract/src/route.ts'] });
    expect(trespasses([page])).toEqual([]);
  });
});
