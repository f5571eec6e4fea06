import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { lazy, Suspense } from 'react';
import { heightOf, ListRow, ROW_HEIGHT, type ListBodyProps } from './ListRow.tsx';
import { tableRoles } from './table-roles.ts';

const VirtualRows = lazy(() => import('./VirtualRows.tsx')) as typeof import('./VirtualRows.tsx').default;

/** Longer lists put only the rows in sight (and some around them) into the page. */
const VIRTUAL_FROM = 200;

export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { bodyRows, expectedRows = 10, rowHeight = ROW_HEIGHT } = props;
  if (!bodyRows) return <SkeletonRows {...props} count={expectedRows} rowHeight={rowHeight} />;
  if (bodyRows.length < VIRTUAL_FROM) {
    return (
      <tbody {...tableRoles.group} data-loading={props.loading || undefined}>
        {bodyRows.map((row, index) => (
          <ListRow key={row.id} {...props} row={row} index={index} />
        ))}
      </tbody>
    );
  }
  return (
    <Suspense fallback={<SkeletonRows {...props} count={expectedRows} rowHeight={rowHeight} />}>
      <VirtualRows {...props} bodyRows={bodyRows} rowHeight={rowHeight} />
    </Suspense>
  );
}

function SkeletonRows<Row>({
  shown,
  selection,
  count,
  rowHeight,
}: ListBodyProps<Row> & { count: number; rowHeight: number }) {
  const columns = [...(selection ? ['check'] : []), ...shown.map(({ id }) => id)];
  return (
    <tbody aria-hidden="true" data-waiting="">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <tr key={row} style={heightOf(rowHeight)}>
          {columns.map((column, index) => (
            <td key={column} data-waits-for={column}>
              <Skeleton
                height={12}
                width={column === 'check' ? 20 : `${40 + ((row * 7 + index * 13) % 5) * 10}%`}
                radius="sm"
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
