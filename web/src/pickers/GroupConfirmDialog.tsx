import { type ReactNode, useMemo } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import type { ListColumn } from '../ui/list/list-types.ts';
import { ListTable } from '../ui/list/ListTable.tsx';
import classes from './pickers.module.css';

type ConfirmedGroup = { uuid: string; groupId: string; name: string };

export type GroupConfirmDialogProps = {
  title: string;
  /** What will happen to the groups. */
  message: ReactNode;
  groups: readonly ConfirmedGroup[];
  okLabel: string;
  danger?: boolean;
  busy?: boolean;
  /** How many are affected; above 100 the number has to be typed. */
  affected?: number;
  onOk: () => void;
  onCancel: () => void;
};

const TABLE_HEIGHT = 320;
const rowId = ({ uuid }: ConfirmedGroup) => uuid;
const rowName = ({ name }: ConfirmedGroup) => name;

/** Asks before something is done to groups: a message, how many, and which (spec section 2, "Group confirmation dialog"). */
export default function GroupConfirmDialog({ message, groups, ...dialog }: GroupConfirmDialogProps) {
  const t = useT();
  const columns = useMemo<ListColumn<ConfirmedGroup>[]>(
    () => [
      { id: 'name', header: t('pickers.groupName'), isName: true, cell: ({ name }) => name },
      { id: 'groupId', header: t('common.groupId'), cell: ({ groupId }) => groupId },
    ],
    [t],
  );
  return (
    <ConfirmDialog {...dialog} opened>
      <div className={classes.tab}>
        <div>{message}</div>
        <p className={classes.total}>{t('pickers.groupTotal', { count: groups.length })}</p>
        <ListTable
          id="confirm-groups"
          plain
          caption={dialog.title}
          columns={columns}
          rows={groups}
          rowId={rowId}
          rowName={rowName}
          rowHeight={44}
          maxHeight={TABLE_HEIGHT}
          empty={{ title: '', text: '' }}
        />
      </div>
    </ConfirmDialog>
  );
}
