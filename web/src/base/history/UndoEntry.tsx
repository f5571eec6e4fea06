import { Button } from '@mantine/core';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { undoOfEntry } from '#contract/people/undo-fields.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { useMe } from '../session-queries.ts';
import { type Undo, useUndo } from './use-undo.ts';

type Props = { entry: OperationLogEntry; say: (alert: AlertContent | undefined) => void };

/** How a row is undone: a change of a user only while the user is there. */
function undoOf(entry: OperationLogEntry): Undo | null {
  const undo = undoOfEntry(entry, new Date());
  if (undo?.call !== 'undoUserChange') return undo;
  const { targetNamed } = entry;
  return targetNamed?.exists ? { call: undo.call, userId: targetNamed.id, entryId: undo.entryId } : null;
}

/** Undoes what a row of the operation log tells, where that can be undone, for whoever may change users. */
export function UndoEntry({ entry, say }: Props) {
  const t = useT();
  const mayChange = useMe().permissions.includes('users:write');
  const { busy, undo } = useUndo(say);
  const offered = mayChange ? undoOf(entry) : null;
  if (!offered) return null;
  return (
    <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void undo(offered)}>
      {t('common.undo')}
    </Button>
  );
}
