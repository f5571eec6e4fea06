import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { type CSSProperties, useEffect, useRef } from 'react';
import { PERMISSION_ROW_HEIGHT, PERMISSION_TABLE_HEIGHT } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { LicenseHead } from './LicenseHead.tsx';
import { Dummies, PermissionRow } from './PermissionRow.tsx';
import classes from './permissions.module.css';
import { tableRoles } from '../../ui/list/table-roles.ts';
import type { Chosen, Item, License, LicenseRule, VolumeType } from './types.ts';
import { walkCells } from './walk-cells.ts';
import { WhyTip } from './WhyTip.tsx';

type Props = {
  type: VolumeType;
  licenses: readonly License[];
  /** Columns that stay empty. */
  dummies: number;
  items: readonly Item[] | undefined;
  rules: readonly LicenseRule[];
  loading: boolean;
  editing: EditingStore;
  busy: boolean;
  /** Absent for who may only look. */
  onSetting: ((license: License) => Promise<void>) | undefined;
  settingDisabled: boolean;
  onToggle: (one: Chosen) => void;
  onClearSearch: (() => void) | undefined;
};

/** Edit mode begins at its first box and ends at the button it began with. */
function useFocusOfEditing(scroller: React.RefObject<HTMLElement | null>, licenseId: string | undefined) {
  const before = useRef(licenseId);
  useEffect(() => {
    const table = scroller.current;
    const last = before.current;
    before.current = licenseId;
    if (!table || last === licenseId) return;
    const target = licenseId
      ? table.querySelector<HTMLElement>('tbody input')
      : table.querySelector<HTMLElement>(`[data-setting="${CSS.escape(last ?? '')}"]`);
    target?.focus({ preventScroll: licenseId === undefined });
  }, [scroller, licenseId]);
}

/** Users or devices against licences. In edit mode only the column of the licence edited has boxes (spec section 4). */
export function PermissionTable(props: Props) {
  const { type, licenses, dummies, items, loading, editing, busy, onToggle, onClearSearch } = props;
  const t = useT();
  const scroller = useRef<HTMLElement>(null);
  const editedId = useEdited(editing, (now) => now?.license.licenseId);
  useFocusOfEditing(scroller, editedId);
  const caption = t(`permissions.table_${type}`);
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      style={{ height: items?.length === 0 ? undefined : PERMISSION_TABLE_HEIGHT }}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
      tabIndex={0}
    >
      <table
        {...tableRoles.table}
        className={classes.table}
        style={tracksOf(licenses.length, dummies)}
        aria-busy={loading || items === undefined}
        onKeyDown={walkCells}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHeader} scope="col">
              {t(`permissions.kind_${type}`)}
            </th>
            {licenses.map((license) => (
              <LicenseHead
                key={license.licenseId}
                license={license}
                rule={props.rules.find(({ licenseId }) => licenseId === license.licenseId)}
                editing={editing}
                disabled={props.settingDisabled || editedId !== undefined || busy}
                onSetting={props.onSetting}
              />
            ))}
            <Dummies count={dummies} />
          </tr>
        </thead>
        <tbody {...tableRoles.group} data-loading={loading || undefined} aria-hidden={items === undefined || undefined}>
          {items
            ? items.map((item) => (
                <PermissionRow
                  key={item.id}
                  item={item}
                  licenses={licenses}
                  dummies={dummies}
                  editing={editing}
                  editedId={editedId}
                  onToggle={onToggle}
                />
              ))
            : skeleton(licenses.length + dummies)}
        </tbody>
      </table>
      {items?.length === 0 ? <NothingHere type={type} onClearSearch={onClearSearch} /> : null}
      <WhyTip scroller={scroller} />
    </section>
  );
}

const tracks = (count: number, track: string) => Array<string>(count).fill(track);

/** The tracks of every row, known without looking at what is in them. */
const tracksOf = (licenses: number, dummies: number) =>
  ({
    '--licenses': licenses,
    '--dummies': dummies,
    '--tracks': [
      ...tracks(licenses, 'minmax(var(--license), 250fr)'),
      ...tracks(dummies, 'minmax(var(--dummy), 55fr)'),
    ].join(' '),
    '--row': `${PERMISSION_ROW_HEIGHT}px`,
  }) as CSSProperties;

const places = (count: number) => Array.from({ length: count }, (_, place) => place);

const skeleton = (columns: number) =>
  places(9).map((row) => (
    <tr key={row}>
      {places(columns + 1).map((column) => (
        <td key={column}>
          <Skeleton height={12} width={column === 0 ? '60%' : 20} radius="sm" />
        </td>
      ))}
    </tr>
  ));

function NothingHere({ type, onClearSearch }: Pick<Props, 'type' | 'onClearSearch'>) {
  const t = useT();
  if (!onClearSearch)
    return <EmptyState title={t(`permissions.noneTitle_${type}`)}>{t(`permissions.none_${type}`)}</EmptyState>;
  const clear = (
    <Button variant="default" onClick={onClearSearch}>
      {t('ui.clearSearch')}
    </Button>
  );
  return (
    <EmptyState title={t('ui.noHit')} action={clear}>
      {t('ui.noHitAdvice')}
    </EmptyState>
  );
}
