import * as contract from '#contract/authentication/user-exports.ts';
import { fail } from '#contract/errors.ts';
import { chooseLanguage } from '#contract/languages.ts';
import type { Changes } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../http/serve.ts';
import * as exporting from './exports.ts';

/** Another tenant's exports do not exist for the caller. */
function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}

const languageOf = ({ client }: { client: { languages: string } }) => chooseLanguage(client.languages);
const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes) =>
    audit(tx, { targetType: 'userExport', targetId, changes });

export const userExportRoutes: Served[] = [
  handle(contract.startUserExport, async (call) => {
    ownTenant(call);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return exporting.startExport(deciding, call.body.condition);
  }),
  handle(contract.listUserExports, async (call) => {
    ownTenant(call);
    return exporting.listExports(call.tx, call.query, languageOf(call), call.now);
  }),
  handle(contract.getUserExport, async (call) => {
    ownTenant(call);
    return exporting.getExport(call.tx, call.params.exportStatusId, languageOf(call), call.now);
  }),
  handle(contract.cancelUserExport, async (call) => {
    ownTenant(call);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return exporting.cancelExport(deciding, call.params.exportStatusId);
  }),
  handle(contract.downloadUserExport, async (call) => {
    ownTenant(call);
    const { tools, params, query, now } = call;
    const wish = { tenantId: params.tenantId, id: params.exportStatusId, index: query.index, now };
    return exporting.exportFile(tools.db, wish);
  }),
];
