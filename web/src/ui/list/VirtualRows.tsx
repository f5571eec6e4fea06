import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { ListRow, type BodyRow, type ListBodyProps } from './ListRow.tsx';
import { tableRoles } from './table-roles.ts';

/** The body of a long list. Loaded when a list is long: most never are. */
export default function VirtualRows<Row extends object>(
  props: ListBodyProps<Row> & { bodyRows: readonly BodyRow<Row>[]; rowHeight: number },
) {
  const { bodyRows, rowHeight, scroller } = props;
  const virtual = useVirtualizer({
    count: bodyRows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody {...tableRoles.group} data-loading={props.loading || undefined} data-virtual="">
      <Space height={before} />
      {items.map(({ index }) => {
        const row = bodyRows[index];
        return row ? (
          <ListRow key={row.id} {...props} row={row} index={index} measure={virtual.measureElement} />
        ) : null;
      })}
      <Space height={after} />
    </tbody>
  );
}

/** Stands for the rows out of sight. */
function Space({ height }: { height: number }): ReactNode {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused
    <tr aria-hidden="true">
      <td data-space="" style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
