import { expect } from 'vitest';
import type { UserImport, UserImportRow } from '#contract/people/user-imports.ts';
import { startAdministered } from './administrator.ts';
import type { Answer, TestApp } from './app.ts';
import { patiently } from './busyness.ts';
import type { TestTenant } from './factories.ts';

/** Imports, made as a page does. */
export interface Importing {
  app: Pick<TestApp, 'call'>;
  tenantId: string;
  token: string;
}

/**
 * Starts a test of an administrator's imports, with a running worker. The app is shared unless the test needs its own.
 */
export async function startImporting({ own = false } = {}): Promise<{
  app: TestApp;
  tenant: TestTenant;
  importing: Importing;
}> {
  const { app, tenant, signedIn } = await startAdministered(own ? {} : { shared: 'with jobs' });
  await app.startWorker();
  return { app, tenant, importing: { app, tenantId: tenant.tenantId, token: signedIn.token } };
}

const pathOf = ({ tenantId }: Importing) => `/api/auth/tenants/${tenantId}/userImports`;

/** A form with fields and a file, as a browser sends it. */
export async function sendForm(
  { app, token }: Pick<Importing, 'app' | 'token'>,
  path: string,
  fields: Record<string, string>,
  file: string | Uint8Array | null,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== null) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'users.csv');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return app.call('POST', path, { token, headers, body: new Uint8Array(await sent.arrayBuffer()) });
}

/** Uploads a file of lines; `fields` in addition to `kind`. */
export const upload = (importing: Importing, file: string | Uint8Array, fields: Record<string, string> = {}) =>
  sendForm(importing, pathOf(importing), { kind: 'format', ...fields }, file);

/** Waits until an import has one of these statuses, and returns it. */
export async function untilImport(
  importing: Importing,
  importId: string,
  statuses: readonly UserImport['status'][],
): Promise<UserImport> {
  const { app, token } = importing;
  const ask = async () => (await app.call('GET', `${pathOf(importing)}/${importId}`, { token })).body as UserImport;
  await expect.poll(async () => statuses.includes((await ask()).status), { ...patiently, interval: 20 }).toBe(true);
  return ask();
}

/** Uploads a format file and waits for its preview. */
export async function preview(importing: Importing, file: string | Uint8Array): Promise<UserImport> {
  const answer = await upload(importing, file);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: 'checking' })]);
  return untilImport(importing, answer.body.importId, ['previewed', 'validation_error', 'error']);
}

export async function rowsOf(importing: Importing, importId: string, kind?: string): Promise<UserImportRow[]> {
  const path = `${pathOf(importing)}/${importId}/rows?count=500${kind ? `&kind=${kind}` : ''}`;
  return (await importing.app.call('GET', path, { token: importing.token })).body.results;
}

/** Reasons of invalid rows, as `row field id`. */
export async function reasonsOf(importing: Importing, importId: string): Promise<string[]> {
  const rows = await rowsOf(importing, importId, 'wrong');
  return rows.flatMap(({ row, reasons }) =>
    reasons.map(({ field = '', message_id }) => `${row} ${field} ${message_id}`),
  );
}

export const confirm = ({ app, token, tenantId }: Importing, importId: string, body: object = {}) =>
  app.call('POST', `/api/auth/tenants/${tenantId}/userImports/${importId}/confirm`, { token, body });

/** Confirms and waits for the end. */
export async function carryOut(importing: Importing, importId: string, body: object = {}): Promise<UserImport> {
  const answer = await confirm(importing, importId, body);
  expect([answer.status, answer.body.status]).toEqual([200, 'processing']);
  return untilImport(importing, importId, ['completed', 'error', 'canceled']);
}
