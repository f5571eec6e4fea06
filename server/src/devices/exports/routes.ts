import * as contract from '#contract/devices/device-exports.ts';
import type { DeviceExport } from '#contract/devices/device-exports.ts';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import { chooseLanguage } from '#contract/languages.ts';
import type { Changes } from '../../platform/events/write.ts';
import * as exporting from '../../platform/exports/exports.ts';
import { refuseUnknownGroup } from '../ports.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import { deviceExportKind } from './kind.ts';

const languageOf = ({ client }: { client: { languages: string } }) => chooseLanguage(client.languages);
const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });

const toDeviceExport = (shown: exporting.ShownExport): DeviceExport => ({
  ...shown,
  condition: shown.condition as DeviceCondition,
});

export const deviceExportRoutes: Served[] = [
  handle(contract.startDeviceExport, async (call) => {
    ownTenant(call);
    await refuseUnknownGroup(call.tx, call.body.condition);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return toDeviceExport(await exporting.startExport(deciding, deviceExportKind, call.body.condition));
  }),
  handle(contract.listDeviceExports, async (call) => {
    ownTenant(call);
    const { tx, query, now } = call;
    const page = await exporting.listExports(tx, deviceExportKind, query, languageOf(call), now);
    return { ...page, results: page.results.map(toDeviceExport) };
  }),
  handle(contract.getDeviceExport, async (call) => {
    ownTenant(call);
    const wish = { id: call.params.exportStatusId, language: languageOf(call), now: call.now };
    return toDeviceExport(await exporting.getExport(call.tx, deviceExportKind, wish));
  }),
  handle(contract.cancelDeviceExport, async (call) => {
    ownTenant(call);
    const deciding = { ...call, language: languageOf(call), audit: auditOf(call) };
    return toDeviceExport(await exporting.cancelExport(deciding, deviceExportKind, call.params.exportStatusId));
  }),
  handle(contract.downloadDeviceExport, async (call) => {
    ownTenant(call);
    const { tools, params, query, now } = call;
    const wish = { tenantId: params.tenantId, id: params.exportStatusId, index: query.index, now };
    return exporting.exportFile(tools.db, deviceExportKind, wish);
  }),
];
