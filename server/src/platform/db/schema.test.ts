import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { rowTypes } from '../../../../scripts/generate-rows.ts';

it('has row types as the migrated database says: after a migration, `npm run generate:rows`', async () => {
  const { connection, drop } = await createTestDatabase();
  const generated = await rowTypes(connection).finally(drop);
  expect(await readFile(new URL('./rows.ts', import.meta.url), 'utf8')).toBe(generated);
});

it('knows the closed lists by the CHECKs, what JSON holds, and what is computed', async () => {
  const rows = await readFile(new URL('./rows.ts', import.meta.url), 'utf8');
  expect(rows).toContain('export type UsersStatus = "active" | "inactive" | "locked" | "registering";');
  expect(rows).toContain('proven_accounts: Generated<JsonOf<"sessions.proven_accounts">>;');
  expect(rows).toContain('login_mail_address_key: GeneratedAlways<string | null>;');
});
