import { useMemo } from 'react';
import { personName } from '#contract/display.ts';
import type { AdoptableUser } from '#contract/provisioning/adoption.ts';
import { failedList } from '../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../base/list/columns.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { Person } from '../../ui/text/Person.tsx';
import classes from './provisioning.module.css';

const rowId = ({ uuid }: AdoptableUser) => uuid;
const rowName = ({ userId }: AdoptableUser) => userId;
const TABLE_HEIGHT = 360;

const columnsOf = ({ t, language, words }: ColumnKit): ListColumn<AdoptableUser>[] => [
  {
    id: 'user',
    header: t('provisioning.user'),
    isName: true,
    cell: (user) => <Person name={personName(user, language)} userId={user.userId} />,
  },
  words('mailAddress', t('common.mailAddress'), ({ mailAddress }) => mailAddress),
];

type Props<Row extends AdoptableUser> = {
  id: string;
  caption: string;
  rows: readonly Row[] | undefined;
  query: Parameters<typeof failedList>[1];
  more?: readonly ListColumn<Row>[];
};

const none: readonly never[] = [];

/** The first users whom settings mean that are not saved yet. */
export function PreviewedUsers<Row extends AdoptableUser>({ id, caption, rows, query, more = none }: Props<Row>) {
  const kit = useColumnKit();
  const { t } = kit;
  const columns = useMemo(() => [...columnsOf(kit), ...more] as ListColumn<Row>[], [kit, more]);
  return (
    <div className={classes.previewed}>
      <ListTable<Row>
        id={id}
        plain
        caption={caption}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        maxHeight={TABLE_HEIGHT}
        failed={failedList(t, query, t('provisioning.previewFailed'))}
        empty={{ title: caption, text: '' }}
      />
    </div>
  );
}
