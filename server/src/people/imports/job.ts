import { sql } from 'kysely';
import { defineWork } from '../../platform/work/work.ts';
import { applyBite, loggedOf } from './apply.ts';
import { checkImport } from './check.ts';
import { inviteWished } from './invite.ts';
import type { ImportRow } from './queries.ts';

/** Imports, and undoing: checked as a whole, confirmed by somebody, then carried out bite by bite. */
export const importWork = defineWork<ImportRow, { bite: number }>({
  ...{ job: 'user-import', key: 'importId', table: 'user_imports', id: 'import_id', ended: 'finished_at' },
  waits: ['accepting', 'previewed'],
  stage: { status: 'checking', run: checkImport },
  pieces: { table: 'user_import_bites', number: 'bite', columns: sql`p.bite` },
  lanes: 2,
  batch: applyBite,
  completed: inviteWished,
  giveUp: async (_, { status }, { errorId, field, isRefusal }) => ({
    status: status === 'checking' && isRefusal ? 'validation_error' : 'error',
    ...{ error_id: errorId, error_field: field },
  }),
  logged: loggedOf,
});
