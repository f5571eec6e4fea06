import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { ListPlace } from '../../../ui/list/address.ts';
import { type ListColumn, type ListSelection, nothingChosen } from '../../../ui/list/list-types.ts';
import parts from '../../../ui/form/parts.module.css';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import { readSourcePageSearch } from '../detail/page-search.ts';
import type { Source } from '../queries.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { type HeldDeparture, quarantineQuery } from './queries.ts';
import { type Decision, useDecide } from './use-decide.ts';

const route = getRouteApi('/frame/portal/provisioning/$uuid');
const rowId = ({ id }: HeldDeparture) => id;
const rowName = ({ user }: HeldDeparture) => user.userId;

const columnsOf = ({ t, language, time, words }: ColumnKit): ListColumn<HeldDeparture>[] => [
  {
    id: 'user',
    header: t('provisioning.user'),
    isName: true,
    cell: ({ user }) => (
      <Link to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
        <Person name={personName(user, language)} userId={user.userId} />
      </Link>
    ),
  },
  words('kind', t('provisioning.departure'), ({ kind }) => t(`provisioning.departure_${kind}`), { priority: 0 }),
  time('at', t('provisioning.heldSince'), ({ at }) => at, { priority: 1 }),
];

type Asked = { decision: Decision; ids: readonly string[] | undefined; count: number };

/** The users whom a source wants to remove, above the limit of a day: nothing happens to them until it is decided. */
export function QuarantineTab({ source, say }: { source: Source; say: (alert: AlertContent | undefined) => void }) {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { cursor, count = DEFAULT_PAGE_SIZE, row } = search;
  const query = useQuery(quarantineQuery(useMe().tenantId, source.uuid, { count, ...(cursor ? { cursor } : {}) }));
  const [selection, select] = useState<ListSelection>(nothingChosen);
  const [asked, setAsked] = useState<Asked>();
  const { busy, decide } = useDecide(source.uuid, say);
  const total = query.data?.totalResults ?? source.quarantined;
  const ask = (decision: Decision, all: boolean) => {
    const ids = all ? undefined : [...selection.ids];
    setAsked({ decision, ids, count: ids?.length ?? total });
  };
  const go = (change: ListPlace, replace = false) =>
    void navigate({
      search: (before) =>
        readSourcePageSearch({ ...before, cursor: undefined, row: undefined, ...change, tab: 'quarantine' }),
      replace,
    });
  const buttons = (all: boolean) =>
    (['allow', 'reject'] as const).map((decision) => (
      <Button
        key={decision}
        size={all ? 'sm' : 'compact-sm'}
        variant="default"
        disabled={busy}
        onClick={() => ask(decision, all)}
      >
        {t(all ? `provisioning.${decision}All` : `provisioning.${decision}`, { count: total })}
      </Button>
    ));
  return (
    <>
      <PageLead actions={total > 0 ? <div className={parts.buttons}>{buttons(true)}</div> : undefined}>
        {t('provisioning.quarantineLead')}
      </PageLead>
      <QueryList<HeldDeparture>
        id="source-quarantine"
        caption={t('provisioning.tab_quarantine')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        query={query}
        rowId={rowId}
        rowName={rowName}
        selection={selection}
        onSelection={select}
        selectionActions={buttons(selection.all)}
        at={{ count, cursor, row }}
        go={go}
        paged="by cursor"
        failedTitle={t('provisioning.quarantineFailed')}
        empty={{ title: t('provisioning.quarantineEmptyTitle'), text: t('provisioning.quarantineEmpty') }}
      />
      {asked ? (
        <DecideDialog
          decision={asked.decision}
          count={asked.count}
          source={source.displayName}
          busy={busy}
          onCancel={() => setAsked(undefined)}
          onOk={() =>
            void decide(asked.decision, asked.ids, asked.count).then(() => {
              setAsked(undefined);
              select(nothingChosen);
            })
          }
        />
      ) : null}
    </>
  );
}
