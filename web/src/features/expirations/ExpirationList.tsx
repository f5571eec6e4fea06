import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { Expiration, FailingConnection } from '#contract/site/expirations.ts';
import { expirationsQuery } from '../../base/expirations/queries.ts';
import { FailuresLink, RenewalLink } from '../../base/expirations/places.tsx';
import { expiryState } from '../../base/expirations/state.ts';
import { failedList } from '../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../base/list/columns.tsx';
import { PartTabs } from '../../base/PartTabs.tsx';
import { useMe } from '../../base/session-queries.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './expirations.module.css';
import { OwnKeys } from './OwnKeys.tsx';

/** A thing may have several certificates. */
const rowId = ({ kind, id, expiresAt }: Expiration) => `${kind} ${id} ${expiresAt}`;
const ours = {
  samlSigning: 'expirations.own',
  samlRequests: 'expirations.ownRequests',
  samlEncryption: 'expirations.ownEncryption',
} as const;
const nameOf = (t: Translate, { kind, displayName }: Expiration) =>
  kind in ours ? t(ours[kind as keyof typeof ours]) : displayName;

const columnsOf = ({ t, zone }: ColumnKit): ListColumn<Expiration>[] => [
  {
    id: 'name',
    header: t('common.name'),
    isName: true,
    cell: (row) => (
      <span className={classes.name}>
        <RenewalLink of={row}>{nameOf(t, row)}</RenewalLink>
        <small>{t(`expirations.kind_${row.kind}`)}</small>
      </span>
    ),
  },
  { id: 'state', header: t('common.status'), isStatus: true, cell: (row) => <State of={row} /> },
  {
    id: 'expiresAt',
    header: t('expirations.expires'),
    priority: 0,
    cell: ({ expiresAt }) => <DateTimeText value={expiresAt} timeZone={zone} />,
  },
  {
    id: 'act',
    header: t('expirations.act'),
    isText: true,
    priority: 0,
    cell: ({ kind, replaced }) => t(`expirations.${replaced ? 'after' : 'act'}_${kind}`),
  },
];

function State({ of }: { of: Expiration }) {
  const t = useT();
  if (of.replaced) return <StatusBadge tone="neutral">{t('expirations.state_replaced')}</StatusBadge>;
  const state = expiryState(of);
  const tone = { expired: 'bad', soon: 'warning', valid: 'good' } as const;
  return <StatusBadge tone={tone[state]}>{t(`expirations.state_${state}`)}</StatusBadge>;
}

/** Every date that keeps users from signing in, and the connections that fail already. */
export function ExpirationList() {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(expirationsQuery(useMe().tenantId));
  const [alert, setAlert] = useState<AlertContent>();
  return (
    <>
      <PageTitle title={t('ui.nav.singleSignOn')}>{t('expirations.lead')}</PageTitle>
      <PartTabs />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {query.data?.failing.map((one) => (
        <Failing key={`${one.type} ${one.id}`} connection={one} />
      ))}
      <ListTable<Expiration>
        id="expirations"
        caption={t('ui.nav.certificates')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        rows={query.data?.results}
        rowId={rowId}
        rowName={(row) => nameOf(t, row)}
        expectedRows={3}
        failed={failedList(t, query, t('expirations.failed'))}
        empty={{ title: t('expirations.emptyTitle'), text: t('expirations.empty') }}
      />
      <OwnKeys say={setAlert} />
    </>
  );
}

function Failing({ connection }: { connection: FailingConnection }) {
  const t = useT();
  const id = useId();
  const { displayName: name, failures: count } = connection;
  return (
    <div className={classes.failing}>
      <p id={id}>
        <StatusBadge tone="bad">{t('expirations.state_failing')}</StatusBadge>
        <span>{t('expirations.failing', { name, count })}</span>
      </p>
      <Button
        size="sm"
        variant="default"
        aria-describedby={id}
        renderRoot={(props) => <FailuresLink {...props} of={connection} />}
      >
        {t('expirations.showSignIns')}
      </Button>
    </div>
  );
}
