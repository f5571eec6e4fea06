import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { memo } from 'react';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { isTicked } from './pending.ts';
import classes from './permissions.module.css';
import { tableRoles } from '../../ui/list/table-roles.ts';
import { type CellState, type Chosen, chosenOf, type Item, type License, nameOf } from './types.ts';
import { whyNot } from './why.ts';

type Toggle = (one: Chosen) => void;

type RowProps = {
  item: Item;
  licenses: readonly License[];
  dummies: number;
  editing: EditingStore;
  editedId: string | undefined;
  onToggle: Toggle;
};

/** A user or a device. Drawn again only when it or the licences are others; of a tick only its box hears. */
export const PermissionRow = memo(function PermissionRow(props: RowProps) {
  const { item, licenses, dummies, editing, editedId, onToggle } = props;
  return (
    <tr {...tableRoles.row}>
      <th {...tableRoles.rowHeader} scope="row" className={classes.name}>
        <span>{nameOf(item)}</span>
        {item.note ? <small>{item.note}</small> : null}
      </th>
      {licenses.map((license) => {
        const { licenseId } = license;
        const state = item.cells[licenseId];
        if (!state) return <td key={licenseId} {...tableRoles.cell} />;
        if (licenseId === editedId && state.allowed)
          return <Box key={licenseId} {...{ item, license, editing, onToggle }} />;
        return <Cell key={licenseId} item={item} license={license} />;
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

type CellProps = { item: Item; license: License };

const wordsOf = ({ item, license }: CellProps) => ({ app: license.serviceName, name: nameOf(item) });

/** What is saved, or why it cannot be. */
const Cell = memo(function Cell({ item, license }: CellProps) {
  const t = useT();
  const language = useLanguage();
  const { permitted, allowed } = item.cells[license.licenseId] as CellState;
  if (!allowed) {
    const why = whyNot(t, language, license, item);
    return (
      <td {...tableRoles.cell} className={classes.cell}>
        <button type="button" className={classes.minus} data-why={why} aria-label={why}>
          <IconMinus size={18} aria-hidden="true" />
        </button>
      </td>
    );
  }
  const words = wordsOf({ item, license });
  return (
    <td {...tableRoles.cell} className={classes.cell}>
      {permitted ? <IconCheck size={20} aria-hidden="true" className={classes.permitted} /> : null}
      <span className="visually-hidden">{t(permitted ? 'permissions.isPermitted' : 'permissions.isNot', words)}</span>
    </td>
  );
});

/** The box of a cell in edit mode. */
const Box = memo(function Box({
  item,
  license,
  editing,
  onToggle,
}: CellProps & { editing: EditingStore; onToggle: Toggle }) {
  const t = useT();
  const saved = item.cells[license.licenseId] as CellState;
  const ticked = useEdited(editing, (now) => (now ? isTicked(now.pending, item.id, saved) : saved.permitted));
  return (
    <td {...tableRoles.cell} className={classes.cell} data-pending={ticked !== saved.permitted || undefined}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('permissions.cell', wordsOf({ item, license }))}
          checked={ticked}
          onChange={() => onToggle(chosenOf(item, license.licenseId))}
        />
      </label>
    </td>
  );
});
