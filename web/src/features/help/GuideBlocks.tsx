import { Link } from '@tanstack/react-router';
import type { GuideBlock, GuidePiece } from '#contract/site/guides.ts';

// Neither blocks nor pieces of a guide ever change places.
const keyed = <Item,>(items: readonly Item[]) => items.map((item, at) => ({ item, key: String(at) }));

/** The words of a guide. Nothing in it is HTML: each piece is an element made here. */
export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  return keyed(blocks).map(({ item, key }) => <Block block={item} key={key} />);
}

function Block({ block }: { block: GuideBlock }) {
  if ('heading' in block) {
    return (
      <h2>
        <Line of={block.heading} />
      </h2>
    );
  }
  if ('paragraph' in block) {
    return (
      <p>
        <Line of={block.paragraph} />
      </p>
    );
  }
  if ('table' in block) return <GuideTable {...block.table} />;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {keyed(block.list).map(({ item, key }) => (
        <li key={key}>
          <Line of={item} />
        </li>
      ))}
    </List>
  );
}

function GuideTable({ head, rows }: { head: GuidePiece[][]; rows: GuidePiece[][][] }) {
  return (
    <table>
      <thead>
        <tr>
          {keyed(head).map(({ item, key }) => (
            <th key={key} scope="col">
              <Line of={item} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(rows).map(({ item: row, key: rowKey }) => (
          <tr key={rowKey}>
            {keyed(row).map(({ item, key }) => (
              <td key={key}>
                <Line of={item} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ of: pieces }: { of: readonly GuidePiece[] }) {
  return keyed(pieces).map(({ item, key }) => <Piece of={item} key={key} />);
}

function Piece({ of: piece }: { of: GuidePiece }) {
  if (typeof piece === 'string') return piece;
  if ('code' in piece) return <code>{piece.code}</code>;
  if ('strong' in piece) {
    return (
      <strong>
        <Line of={piece.strong} />
      </strong>
    );
  }
  return (
    <Link to={piece.link}>
      <Line of={piece.words} />
    </Link>
  );
}
