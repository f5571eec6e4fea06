import { undoUserBulk } from '#contract/people/user-bulks.ts';
import * as contract from '#contract/people/user-imports.ts';
import * as acts from '#contract/people/user-imports-actions.ts';
import { fail } from '#contract/errors.ts';
import { chooseLanguage } from '#contract/languages.ts';
import { MAX_IMPORT_JSON_BYTES } from '#contract/limits.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import * as imports from './imports.ts';
import type { ImportRow } from './queries.ts';
import { resultFile } from './result.ts';
import { columnSamples } from './samples.ts';
import { checkColumns, createSniffer } from './sniff.ts';
import { templateFile } from './template.ts';
import { takeUpload, type Watch } from './upload.ts';
import { undoBulk, undoChange, undoImport } from './undo.ts';
import { toImport, toRow } from './view.ts';

interface Asked {
  client: { languages: string };
  now: Date;
}

/** Another tenant's imports do not exist for the caller. */
function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}

const languageOf = ({ client }: Asked) => chooseLanguage(client.languages);
const answer = (call: Asked & { tools: { clock(): Date } }, row: ImportRow) =>
  toImport(row, languageOf(call), call.tools.clock());

type Auditing = { audit(tx: Tx, entry: AuditEntry): Promise<void> };
const auditOf =
  ({ audit }: Auditing) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });
const uploadAuditOf =
  ({ audit }: Auditing) =>
  (tx: Tx, targetId: string, fileName: string) =>
    audit(tx, { targetId, changes: { fileName: { after: fileName } } });

const undoAuditOf =
  ({ audit }: Auditing) =>
  (tx: Tx, targetId: string, undoes: string) =>
    audit(tx, { targetId, changes: { undoes: { after: undoes } } });

/** Of JSON nothing is to be learnt before it is read. */
const watchJson = (learnt: ReturnType<Watch['end']>): Watch => ({ kind: 'json', look: () => {}, end: () => learnt });

export const userImportRoutes: Served[] = [
  handle(contract.uploadUserImport, async (call) => {
    ownTenant(call);
    const uploading = { ...call, audit: uploadAuditOf(call) };
    const row = await takeUpload(uploading, contract.uploadUserImport.form, ({ kind, encoding }) => {
      const sniffer = createSniffer(encoding);
      const end = () => {
        const sniffed = sniffer.end();
        checkColumns(kind, sniffed.columns);
        return sniffed;
      };
      return { kind, look: sniffer.look, end };
    });
    return answer(call, row);
  }),
  handle(contract.forEachUser, async (call) => {
    const uploading = { ...call, audit: uploadAuditOf(call) };
    const row = await takeUpload(
      uploading,
      contract.forEachUser.form,
      ({ operation, preview, confirmCount }) =>
        watchJson({ operation, unasked: preview === 'false', confirm_count: confirmCount ?? null }),
      MAX_IMPORT_JSON_BYTES,
    );
    return answer(call, row);
  }),
  handle(contract.forEachUserWithOperation, async (call) => {
    const uploading = { ...call, audit: uploadAuditOf(call) };
    const row = await takeUpload(
      uploading,
      contract.forEachUserWithOperation.form,
      ({ preview, confirmCount }) => watchJson({ unasked: preview === 'false', confirm_count: confirmCount ?? null }),
      MAX_IMPORT_JSON_BYTES,
    );
    return answer(call, row);
  }),
  handle(contract.listUserImports, async (call) => {
    ownTenant(call);
    const { rows, ...page } = await imports.listImports(call.tx, call.query);
    return { results: rows.map((row) => answer(call, row)), ...page };
  }),
  handle(contract.getUserImport, async (call) => {
    ownTenant(call);
    return answer(call, await imports.getImport(call.tx, call.params.importId));
  }),
  handle(contract.forecastUserImportSeats, async (call) => {
    ownTenant(call);
    const { tx, caller, now, params } = call;
    if (!caller.permissions.has('users:read')) throw fail('not_found');
    return { results: await imports.forecastImport(tx, params.importId, { userUuid: caller.uuid, now }) };
  }),
  handle(contract.listUserImportSamples, async (call) => {
    ownTenant(call);
    return { results: await columnSamples(call, call.params.importId) };
  }),
  handle(contract.mapUserImport, async (call) => {
    ownTenant(call);
    return answer(call, await imports.mapImport({ ...call, audit: auditOf(call) }, call.params.importId, call.body));
  }),
  handle(acts.inviteImportedUsers, async (call) => {
    ownTenant(call);
    const row = await imports.inviteImported(call, call.params.importId);
    // The mailing has a row of its own.
    call.owesNoEvent();
    return answer(call, row);
  }),
  handle(acts.confirmUserImport, async (call) => {
    ownTenant(call);
    return answer(
      call,
      await imports.confirmImport({ ...call, audit: auditOf(call) }, call.params.importId, call.body),
    );
  }),
  handle(acts.cancelUserImport, async (call) => {
    ownTenant(call);
    return answer(call, await imports.cancelImport({ ...call, audit: auditOf(call) }, call.params.importId));
  }),
  handle(acts.undoUserImport, async (call) => {
    ownTenant(call);
    return answer(call, await undoImport({ ...call, audit: undoAuditOf(call) }, call.params.importId));
  }),
  handle(acts.undoUserChange, async (call) => {
    ownTenant(call);
    return answer(call, await undoChange({ ...call, audit: undoAuditOf(call) }, call.params));
  }),
  handle(undoUserBulk, async (call) => {
    ownTenant(call);
    return answer(call, await undoBulk({ ...call, audit: undoAuditOf(call) }, call.params.bulkId));
  }),
  handle(contract.listUserImportRows, async (call) => {
    ownTenant(call);
    const { of, rows, ...page } = await imports.listImportRows(call.tx, call.params.importId, call.query);
    const language = languageOf(call);
    return { results: rows.map((row) => toRow(of, row, language)), ...page, itemsPerPage: call.query.count };
  }),
  handle(contract.downloadUserImportResult, async (call) => {
    ownTenant(call);
    const { importId } = call.params;
    const wish = { tenantId: call.caller.tenantId, importId, rows: call.query.rows, language: languageOf(call) };
    return resultFile(call.tools, wish);
  }),
  handle(contract.downloadUserImportTemplate, async (call) => {
    ownTenant(call);
    return templateFile(languageOf(call));
  }),
];
