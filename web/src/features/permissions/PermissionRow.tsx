import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { memo } from 'react';
import { PERMISSION_ROW_HEIGHT } from '#contract/limits.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './permissions.module.css';
import { type CellState, type Item, type License, nameOf } from './types.ts';
import { whyNot } from './why.ts';

type Toggle = (id: string, saved: CellState) => void;

type RowProps = {
  item: Item;
  licenses: readonly License[];
  dummies: number;
  editedId: string | undefined;
  /** The pending change of this row, and of all that match. */
  changed: boolean | undefined;
  all: boolean | undefined;
  onToggle: Toggle;
};

/** A user or a device. Drawn again only when something of its own changes: a tick draws one row, not a hundred. */
export const PermissionRow = memo(function PermissionRow(props: RowProps) {
  const { item, licenses, dummies, editedId, changed, all, onToggle } = props;
  return (
    <tr style={{ height: PERMISSION_ROW_HEIGHT }}>
      <th scope="row" className={classes.name}>
        <span>{nameOf(item)}</span>
        {item.note ? <small>{item.note}</small> : null}
      </th>
      {licenses.map((license) => {
        const state = item.cells[license.licenseId];
        if (!state) return <td key={license.licenseId} />;
        const edited = license.licenseId === editedId && state.allowed;
        const ticked = edited ? (changed ?? all ?? state.permitted) : undefined;
        return (
          <Cell
            key={license.licenseId}
            item={item}
            license={license}
            ticked={ticked}
            isPending={edited && ticked !== state.permitted}
            onToggle={onToggle}
          />
        );
      })}
      <Dummies count={dummies} />
    </tr>
  );
});

/** Columns for which there is no licence. */
export function Dummies({ count }: { count: number }) {
  const places = Array.from({ length: count }, (_, place) => place);
  return places.map((place) => <td key={place} aria-hidden="true" className={classes.dummy} />);
}

type CellProps = {
  item: Item;
  license: License;
  /** In edit mode. */
  ticked: boolean | undefined;
  isPending: boolean;
  onToggle: Toggle;
};

const Cell = memo(function Cell({ item, license, ticked, isPending, onToggle }: CellProps) {
  const t = useT();
  const language = useLanguage();
  const { permitted, allowed } = item.cells[license.licenseId] as CellState;
  const words = { app: license.serviceName, name: nameOf(item) };
  if (!allowed) {
    const why = whyNot(t, language, license, item);
    return (
      <td className={classes.cell}>
        <button type="button" className={classes.minus} data-why={why} aria-label={why}>
          <IconMinus size={18} aria-hidden="true" />
        </button>
      </td>
    );
  }
  if (ticked === undefined)
    return (
      <td className={classes.cell}>
        {permitted ? <IconCheck size={20} aria-hidden="true" className={classes.permitted} /> : null}
        <span className="visually-hidden">{t(permitted ? 'permissions.isPermitted' : 'permissions.isNot', words)}</span>
      </td>
    );
  return (
    <td className={classes.cell} data-pending={isPending || undefined}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('permissions.cell', words)}
          checked={ticked}
          onChange={() => onToggle(item.id, { permitted, allowed })}
        />
      </label>
    </td>
  );
});
