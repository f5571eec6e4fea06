import * as contract from '#contract/people/user-exports.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import type { UserCondition } from '#contract/people/users-search.ts';
import { chooseLanguage } from '#contract/languages.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import * as exporting from '../../platform/exports/exports.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { refuseUnknownGroup } from '../groups/members/in-group.ts';
import { userExportKind } from './kind.ts';

const languageOf = ({ client }: { client: { languages: string } }) => chooseLanguage(client.languages);
const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });

const toUserExport = (shown: exporting.ShownExport): UserExport => ({
  ...shown,
  condition: shown.condition as UserCondition,
});

export const userExportRoutes: Served[] = [
  handle(contract.startUserExport, async (call) => {
    ownTenant(call);
    await refuseUnknownGroup(call.tx, call.body.condition);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return toUserExport(await exporting.startExport(deciding, userExportKind, call.body.condition));
  }),
  handle(contract.listUserExports, async (call) => {
    ownTenant(call);
    const { tx, query, now } = call;
    const page = await exporting.listExports(tx, userExportKind, query, languageOf(call), now);
    return { ...page, results: page.results.map(toUserExport) };
  }),
  handle(contract.getUserExport, async (call) => {
    ownTenant(call);
    const wish = { id: call.params.exportStatusId, language: languageOf(call), now: call.now };
    return toUserExport(await exporting.getExport(call.tx, userExportKind, wish));
  }),
  handle(contract.cancelUserExport, async (call) => {
    ownTenant(call);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return toUserExport(await exporting.cancelExport(deciding, userExportKind, call.params.exportStatusId));
  }),
  handle(contract.downloadUserExport, async (call) => {
    ownTenant(call);
    const { tools, params, query, now } = call;
    const wish = { tenantId: params.tenantId, id: params.exportStatusId, index: query.index, now };
    return exporting.exportFile(tools.db, userExportKind, wish);
  }),
];
