import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dash, personName } from '#contract/display.ts';
import { MAX_UNKNOWN_USERS } from '#contract/federation/unknown-user-values.ts';
import type { UnknownUser, UnknownUsers } from '#contract/federation/unknown-users.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import parts from '../../ui/form/parts.module.css';
import { ListTable } from '../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { Person } from '../../ui/text/Person.tsx';
import { failedList } from '../failure.ts';
import { type ColumnKit, useColumnKit } from '../list/columns.tsx';

type Query = Pick<UseQueryResult<UnknownUsers>, 'data' | 'isError' | 'error' | 'refetch'>;

const rowId = ({ subject }: UnknownUser) => subject;

const columnsOf = ({ t, language, time, mail }: ColumnKit): ListColumn<UnknownUser>[] => [
  {
    id: 'user',
    header: t('common.name'),
    isName: true,
    cell: (user) => <Person name={personName(user, language)} userId={user.subject} />,
  },
  mail('mailAddress', ({ mailAddress }) => mailAddress ?? dash, { priority: 2 }),
  {
    id: 'outcome',
    header: t('openid.outcome'),
    isText: true,
    priority: 0,
    cell: ({ cause, mailAddress, isProven }) => {
      if (cause) return t(`openid.cause_${cause}`);
      return t(mailAddress === null || isProven ? 'openid.newOutcome' : 'openid.newOutcomeMail');
    },
  },
  time('lastAt', t('openid.time'), ({ lastAt }) => lastAt, { priority: 1 }),
];

/** Who signed in lately without a user here: what adding users at first sign-in would do with each of them. */
export function UnknownUsersTab({ query }: { query: Query }) {
  const kit = useColumnKit();
  const { t } = kit;
  const number = new Intl.NumberFormat(useLanguage());
  const { data } = query;
  const total = data ? data.added + data.refused : 0;
  const most = data?.isFull ? MAX_UNKNOWN_USERS : data && data.results.length < total ? data.results.length : null;
  return (
    <ListTable<UnknownUser>
      id="unknown-users"
      plain
      toolbar={
        data && total > 0 ? (
          <p className={parts.note}>
            <Sentence data={data} /> {t('openid.newLead', { days: data.days })}
            {data.room === null ? null : ` ${t('openid.newRoom', { users: number.format(data.room) })}`}
            {most === null
              ? null
              : ` ${t(data.isFull ? 'openid.newFull' : 'openid.newListed', { most: number.format(most) })}`}
          </p>
        ) : null
      }
      caption={t('openid.tab_newUsers')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={data?.results}
      rowId={rowId}
      rowName={rowId}
      expectedRows={3}
      failed={failedList(t, query, t('openid.newFailed'))}
      empty={{ title: t('openid.newEmptyTitle'), text: t('openid.newEmpty', { days: data?.days ?? '' }) }}
    />
  );
}

/** Beside the switch that adds users; nothing where nobody came. */
export function UnknownUsersNote({ data }: { data: UnknownUsers | undefined }) {
  if (!data || data.added + data.refused === 0) return null;
  return (
    <p className={parts.note}>
      <Sentence data={data} />
    </p>
  );
}

function Sentence({ data: { days, added, refused } }: { data: UnknownUsers }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  return t('openid.newNote', { days, added: number.format(added), refused: number.format(refused) });
}
