import * as contract from '#contract/logs/log-exports.ts';
import { chooseLanguage } from '#contract/languages.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import * as exporting from '../../platform/exports/exports.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { logExportKind } from './kind.ts';
import { manifestOf, startLogExports, toLogExport } from './log-exports.ts';

const languageOf = ({ client }: { client: { languages: string } }) => chooseLanguage(client.languages);
const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });

/** `logExport` of spec section 7. */
export const logExportRoutes: Served[] = [
  handle(contract.startLogExport, async (call) => {
    ownTenant(call);
    return startLogExports({ ...call, language: languageOf(call), audit: auditOf(call) }, call.body);
  }),
  handle(contract.listLogExports, async (call) => {
    ownTenant(call);
    const { tx, query, now } = call;
    const page = await exporting.listExports(tx, logExportKind, query, languageOf(call), now);
    return { ...page, results: page.results.map(toLogExport) };
  }),
  handle(contract.getLogExport, async (call) => {
    ownTenant(call);
    const wish = { id: call.params.exportStatusId, language: languageOf(call), now: call.now };
    return toLogExport(await exporting.getExport(call.tx, logExportKind, wish));
  }),
  handle(contract.cancelLogExport, async (call) => {
    ownTenant(call);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return toLogExport(await exporting.cancelExport(deciding, logExportKind, call.params.exportStatusId));
  }),
  handle(contract.downloadLogExport, async (call) => {
    ownTenant(call);
    const { tools, params, query, now } = call;
    const wish = { tenantId: params.tenantId, id: params.exportStatusId, index: query.index, now };
    return exporting.exportFile(tools.db, logExportKind, wish);
  }),
  handle(contract.downloadLogManifest, async (call) => {
    ownTenant(call);
    const { tx, params, now } = call;
    return manifestOf(tx, { tenantId: params.tenantId, id: params.exportStatusId, now });
  }),
];
