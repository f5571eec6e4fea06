import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useMemo, useState } from 'react';
import { personName } from '#contract/display.ts';
import { MAX_PREVIEWED } from '#contract/provisioning/values.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import parts from '../../../ui/form/parts.module.css';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { type ExcludedUser, type Exclusions, previewQuery } from './queries.ts';

const rowId = ({ uuid }: ExcludedUser) => uuid;
const rowName = ({ userId }: ExcludedUser) => userId;
const TABLE_HEIGHT = 360;

const columnsOf = ({ t, language, words }: ColumnKit): ListColumn<ExcludedUser>[] => [
  {
    id: 'user',
    header: t('provisioning.user'),
    isName: true,
    cell: (user) => <Person name={personName(user, language)} userId={user.userId} />,
  },
  words('mailAddress', t('common.mailAddress'), ({ mailAddress }) => mailAddress),
  words('isProvided', t('provisioning.fromSource'), ({ isProvided }) => t(isProvided ? 'common.yes' : 'common.no')),
];

type Props = { source: Source; exclusions: Exclusions; disabled: boolean };

/** Whom exclusions mean as they were when it was asked; nothing of others is shown. */
export function Preview({ source, exclusions, disabled }: Props) {
  const { t } = useColumnKit();
  const [asked, ask] = useState<Exclusions>();
  const isCurrent = JSON.stringify(asked) === JSON.stringify(exclusions);
  const isNone = Object.values(exclusions).every((some) => some.length === 0);
  return (
    <div className={classes.excluded}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden="true" />}
        disabled={disabled || isNone}
        onClick={() => ask(exclusions)}
      >
        {t('provisioning.preview')}
      </Button>
      {asked && isCurrent && !disabled && !isNone ? <Previewed source={source} exclusions={asked} /> : null}
    </div>
  );
}

function Previewed({ source, exclusions }: Omit<Props, 'disabled'>) {
  const kit = useColumnKit();
  const { t } = kit;
  const columns = useMemo(() => columnsOf(kit), [kit]);
  const query = useQuery({
    ...previewQuery(useMe().tenantId, source.uuid, exclusions),
    placeholderData: undefined,
    staleTime: 0,
  });
  const number = new Intl.NumberFormat(kit.language);
  const { totalResults: total, provided } = query.data ?? { totalResults: 0, provided: 0 };
  const said = [
    t('provisioning.previewTotals', { total: number.format(total), provided: number.format(provided) }),
    ...(total > MAX_PREVIEWED ? [t('provisioning.previewFirst', { most: MAX_PREVIEWED })] : []),
  ];
  return (
    <>
      <p role="status" className={parts.note}>
        {query.data ? said.join(' ') : null}
      </p>
      {query.data && total === 0 ? null : (
        <div className={classes.previewed}>
          <ListTable<ExcludedUser>
            id="source-exclusions"
            plain
            caption={t('provisioning.excludeTitle')}
            columns={columns}
            rows={query.data?.results}
            rowId={rowId}
            rowName={rowName}
            expectedRows={3}
            maxHeight={TABLE_HEIGHT}
            failed={failedList(t, query, t('provisioning.previewFailed'))}
            empty={{ title: t('provisioning.excludeTitle'), text: '' }}
          />
        </div>
      )}
    </>
  );
}
