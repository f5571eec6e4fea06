import { ActionIcon, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { KeyboardEvent, ReactNode } from 'react';
import { GROUP_DIALOG_ROW_HEIGHT, GROUP_DIALOG_TABLE_HEIGHT } from '#contract/limits.ts';
import { useT } from '../i18n/use-t.tsx';
import classes from './pickers.module.css';

/** What the dialog needs to know of a group. The unspecified item has an empty `uuid` and `groupId`. */
export type PickableGroup = { uuid: string; groupId: string; name: string; hasChildren?: boolean };

export type GroupRowsProps = {
  /** Absent while loading. */
  groups: readonly PickableGroup[] | undefined;
  loading: boolean;
  chosen: string | undefined;
  /** Why a group cannot be chosen; it can still be opened. */
  refused?: ((group: PickableGroup) => string | undefined) | undefined;
  onChoose: (group: PickableGroup) => void;
  /** Drills into the children; absent where the rows have no way down. */
  onOpen?: ((group: PickableGroup) => void) | undefined;
  onBack?: (() => void) | undefined;
  /** What stands in place of the rows: nothing there, nothing found, or what failed. */
  instead: ReactNode;
};

const SKELETON_ROWS = Math.ceil(GROUP_DIALOG_TABLE_HEIGHT / GROUP_DIALOG_ROW_HEIGHT);

/** The radio list of groups: up and down choose, right opens the children, left goes back (spec section 2 and 9). */
export function GroupRows(props: GroupRowsProps) {
  const { groups, loading, instead } = props;
  const t = useT();
  return (
    <div
      className={classes.rows}
      style={{ height: GROUP_DIALOG_TABLE_HEIGHT }}
      role="radiogroup"
      tabIndex={-1}
      aria-label={t('common.groups')}
      aria-busy={loading || groups === undefined}
      data-loading={(loading && groups !== undefined) || undefined}
    >
      {groups?.map((group) => (
        <GroupRow key={group.uuid} {...props} group={group} />
      ))}
      {groups === undefined && instead === null ? <SkeletonRows /> : null}
      {groups === undefined || groups.length === 0 ? instead : null}
    </div>
  );
}

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => row).map((row) => (
    <div key={row} className={classes.row} style={{ height: GROUP_DIALOG_ROW_HEIGHT }}>
      <Skeleton height={12} width={`${70 - row * 9}%`} radius="sm" />
    </div>
  ));
}

function GroupRow({ group, chosen, refused, onChoose, onOpen, onBack }: GroupRowsProps & { group: PickableGroup }) {
  const t = useT();
  const why = refused?.(group);
  const open = group.hasChildren && onOpen ? () => onOpen(group) : undefined;
  const press = (event: KeyboardEvent) => {
    const act = { ArrowRight: open, ArrowLeft: onBack }[event.key];
    if (!act) return;
    // Else the arrow would also choose the next group.
    event.preventDefault();
    act();
  };
  return (
    <div
      className={classes.row}
      style={{ height: GROUP_DIALOG_ROW_HEIGHT }}
      data-chosen={chosen === group.uuid || undefined}
    >
      <label>
        <input
          type="radio"
          name="picked-group"
          value={group.uuid}
          checked={chosen === group.uuid}
          aria-disabled={why !== undefined || undefined}
          onChange={() => why === undefined && onChoose(group)}
          onKeyDown={press}
        />
        <span className={classes.words} data-refused={why !== undefined || undefined}>
          <span>{group.name}</span>
          {why || group.groupId ? <small>{why ?? group.groupId}</small> : null}
        </span>
      </label>
      {open ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('pickers.openGroup', { name: group.name })}
          title={t('pickers.openGroup', { name: group.name })}
          onClick={open}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
