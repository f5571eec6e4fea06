import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * Users are made, and what describes them is changed, in `people/changes/changes.ts` alone. Who else writes rows of `users`
 * is listed here with the columns and the reason.
 */
const may: Record<string, { what: string[]; why: string }> = {
  'people/changes/changes.ts': { what: ['insert', 'update *'], why: 'the one writer' },
  'people/bin/queries.ts': {
    what: ['delete', 'put_back'],
    why: 'deleted users rest, and come back as they were (0110)',
  },
  'operator/demo/stage.ts': { what: ['insert'], why: 'demo data only: a million rows by COPY' },
  'operator/demo/queries.ts': { what: ['default_login'], why: 'demo data only' },
  'sign-in/sessions/sign-out.ts': { what: ['signed_out_at'], why: 'sessions and tokens until then are worthless' },
  'sign-in/sessions/queries.ts': { what: ['signed_out_at'], why: 'signing out everywhere' },
  'sign-in/my-accounts/queries.ts': { what: ['default_login'], why: 'which account a sign-in leads to' },
  'sign-in/guards.ts': {
    what: ['failed_count', 'failed_since', 'failed_streak', 'locked_until', 'status'],
    why: 'failures, locks and their end',
  },
  'credentials/passwords/queries.ts': {
    what: ['failed_count', 'failed_since', 'failed_streak', 'locked_until', 'status'],
    why: 'a new password lifts a lock',
  },
  'credentials/device-login/queries.ts': {
    what: ['user_code_hash', 'user_code_issued_at', 'user_code_length'],
    why: 'PINs are credentials',
  },
};

const TABLE = `(?:public\\.)?"?users"?(?![\\w.])`;
const QUOTED = `\\(\\s*['"\`](?:public\\.)?users(?:\\s+as\\s+\\w+)?['"\`]`;
const inserts = new RegExp(
  `\\b(?:insert\\s+into|merge\\s+into|copy)\\s+${TABLE}|\\b(?:insertInto|mergeInto|replaceInto)${QUOTED}`,
  'gi',
);
const deletes = new RegExp(
  `\\b(?:delete\\s+from|truncate(?:\\s+table)?)\\s+(?:only\\s+)?${TABLE}|\\bdeleteFrom${QUOTED}`,
  'gi',
);
const restores = /\bput_back\(\s*'users'/g;
const updates = new RegExp(
  `\\bupdate\\s+(?:only\\s+)?${TABLE}(?:\\s+(?:as\\s+)?(?!set\\b)\\w+)?\\s+set\\b|\\bupdateTable${QUOTED}\\s*\\)`,
  'gi',
);

/** What follows an update up to where its columns end, and the columns in it; what cannot be read counts as all. */
function columnsOf(rest: string, isBuilder: boolean): string[] {
  const text = isBuilder
    ? (/^\s*\.set\(([\s\S]*?)\)\s*(?:\n\s*)?(?:\.where|\.returning|\.execute|;)/.exec(rest)?.[1] ?? '')
    : (/^([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|`)/i.exec(rest)?.[1] ?? '');
  if (/\$\{sql\.join|\.\.\.(?!\()/.test(text)) return ['update *'];
  const found = [...text.matchAll(isBuilder ? /\b([a-z]\w*)\s*:/g : /(?:^|,)\s*([a-z]\w*)\s*=/g)].map(
    ([, name = '']) => name,
  );
  return found.length > 0 ? found : ['update *'];
}

/** Everything that a source writes in `users`. */
function writesOf(source: string): string[] {
  const count = (pattern: RegExp, what: string) => [...source.matchAll(pattern)].map(() => what);
  const changed = [...source.matchAll(updates)].flatMap((match) =>
    columnsOf(source.slice(match.index + match[0].length), match[0].startsWith('updateTable')),
  );
  return [...count(inserts, 'insert'), ...count(deletes, 'delete'), ...count(restores, 'put_back'), ...changed];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, writes: writesOf(readFileSync(`${root}/${path}`, 'utf8')) }));

it('users are made and described in one place; everything else is listed', () => {
  const found = sources.filter(({ writes }) => writes.length > 0);
  const unlisted = found.flatMap(({ path, writes }) =>
    writes.filter((what) => !may[path]?.what.includes(what)).map((what) => `${path}: ${what}`),
  );
  expect(unlisted).toEqual([]);
  // Nothing is listed that is not done any more.
  const done = Object.fromEntries(found.map(({ path, writes }) => [path, [...new Set(writes)].sort()]));
  expect(done).toEqual(Object.fromEntries(Object.entries(may).map(([path, { what }]) => [path, [...what].sort()])));
  expect(sources.length).toBeGreaterThan(600);
});

it('one statement inserts and one updates', () => {
  const writes = sources.find(({ path }) => path === 'people/changes/changes.ts')?.writes;
  expect(writes).toEqual(['insert', 'update *']);
  const inserting = sources.filter(({ writes: all }) => all.includes('insert')).map(({ path }) => path);
  expect(inserting.sort()).toEqual(['operator/demo/stage.ts', 'people/changes/changes.ts']);
});

it.each([
  ["tx.insertInto('users').values(row)", 'insert'],
  ["tx\n    .insertInto('users as u')\n", 'insert'],
  ['sql`insert into users (tenant_id) select 1`', 'insert'],
  ['sql`INSERT INTO public.users (tenant_id) select 1`', 'insert'],
  ['`copy users from stdin`', 'insert'],
  ['sql`merge into users u using x`', 'insert'],
  ["tx.deleteFrom('users').where('uuid', '=', uuid)", 'delete'],
  ['sql`delete from users u where true`', 'delete'],
  ["sql`update users set family_name = 'x' where true`", 'family_name'],
  ["sql`update users u set signed_out_at = now(), roles = '{}' from x`", 'roles'],
  ["tx.updateTable('users').set({ department: 'x' }).where('uuid', '=', uuid)", 'department'],
  ["tx\n .updateTable('users')\n .set(values)\n .where('uuid', '=', uuid)", 'update *'],
  ['tx.updateTable("users").set((row) => ({ locale: row.val("x") })).execute()', 'locale'],
])('%s is caught', (source, what) => {
  expect(writesOf(source)).toContain(what);
});

it.each([
  'sql`insert into users_by_status select 1`',
  "tx.updateTable('user_passwords').set({ must_change: true })",
  'sql`select from users for update`',
  'sql`update user_counts set users = 1`',
])('%s is none of it', (source) => {
  expect(writesOf(source)).toEqual([]);
});
