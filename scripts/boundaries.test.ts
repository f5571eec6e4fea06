import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, readSources, trespasses } from './boundaries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('boundaries', () => {
  it('nobody trespasses', () => {
    const files = readSources(root);
    expect(files.length).toBeGreaterThan(150);
    expect(trespasses(files)).toEqual([]);
  });

  it.each([
    ['contract/src/x.ts', "import { readFile } from 'node:fs';"],
    ['contract/src/x.ts', "import { y } from '#server/config.ts';"],
    ['web/src/features/a/Page.tsx', "import { z } from 'zod';"],
    ['web/src/features/a/Page.tsx', "import { Row } from '../b/Row.tsx';"],
    ['web/src/ui/Box.tsx', "import { call } from '../api/call.ts';"],
    ['server/src/authentication/me/routes.ts', "import { sql } from 'kysely';"],
    ['server/src/authentication/me/me.ts', "import { rows } from '../../sign-in/queries.ts';"],
    ['server/src/crypto/x.ts', "import { y } from '../sign-in/steps.ts';"],
    ['server/src/sign-in/decide.ts', "import { z } from 'zod';"],
    ['server/src/sign-in/steps.ts', "import Fastify from 'fastify';"],
    ['server/src/sign-in/steps.ts', "import https from 'node:https';"],
    ['server/src/deliver/worker.ts', "import { Agent } from 'undici';"],
    ['server/src/http/client-info.ts', "import http from 'node:http';"],
    ['server/src/sign-in/steps.ts', 'const answer = await fetch(address);'],
    ['server/src/sign-in/steps.ts', 'globalThis.fetch(address)'],
    ['web/src/features/a/Page.tsx', "const page = import('../b/Page.tsx');"],
    ['server/src/db/transaction.ts', "if (text.startsWith('enter tenant ')) begin();"],
    ['server/src/db/transaction.ts', 'const name = /^insert into/.exec(statement.text);'],
    ['server/src/db/search/pages.ts', 'return INSERT.test(query.sql) ? 1 : 2;'],
    ['server/src/db/ask.ts', "const merged = compiled.sql.replace(')', ', $2)');"],
  ])('%s with %s is caught', (path, source) => {
    expect(trespasses([{ path, imports: importsOf(path, source) }])).not.toEqual([]);
  });

  it('types may be imported across', () => {
    expect(importsOf('web/src/a.ts', "import type { Route } from '#contract/route.ts';")).toEqual([]);
  });
});
