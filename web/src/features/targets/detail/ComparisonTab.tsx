import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dash, formatDateTime } from '#contract/display.ts';
import { type DifferenceKind, differenceKinds, MAX_DIFFERENCES } from '#contract/provisioning/target-values.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { FirstNext } from '../../../ui/list/FirstNext.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { type Comparison, comparisonQuery, type Difference, differencesQuery, type Target } from '../queries.ts';
import classes from '../targets.module.css';
import { resultWords } from './result-words.ts';
import type { TargetActs } from './use-target-acts.ts';

const route = getRouteApi('/frame/portal/provisioning-targets/$uuid');

/** Compares users with those that the app has: what would happen, and what has drifted. */
export function ComparisonTab({ target, acts }: { target: Target; acts: TargetActs }) {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(comparisonQuery(tenantId, target.uuid));
  const isRunning = query.data?.state === 'running';
  return (
    <>
      <PageLead
        actions={
          <Button loading={isRunning || acts.busy} onClick={() => void acts.compare()}>
            {t('targets.compare')}
          </Button>
        }
      >
        {t('targets.compareLead')}
      </PageLead>
      <Loaded query={query} height={200} failedTitle={t('targets.compareFailedToLoad')}>
        {(comparison) => <Found target={target} comparison={comparison} acts={acts} />}
      </Loaded>
    </>
  );
}

function Found({ target, comparison, acts }: { target: Target; comparison: Comparison; acts: TargetActs }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { state, read, total, endedAt, same, counts, answer } = comparison;
  // What was counted before it failed, or so far, is not what differs.
  const isWhole = state === 'done';
  const repairable = counts.create + counts.change + counts.leave;
  if (state === 'never') return null;
  return (
    <div className={classes.boxes} role="status">
      {state === 'running' ? (
        <AlertMessage alert={{ kind: 'info', text: t('targets.comparing', { read, total: total ?? dash }) }} />
      ) : null}
      {state === 'failed' ? (
        <AlertMessage
          alert={{
            kind: 'failure',
            title: t('targets.compareFailed'),
            text: answer ? `${resultWords(t, comparison)} · ${answer}` : resultWords(t, comparison),
          }}
        />
      ) : null}
      <dl className={classes.facts}>
        {endedAt ? (
          <>
            <dt>{t('targets.comparedOn')}</dt>
            <dd>{formatDateTime(new Date(endedAt), language, zone)}</dd>
          </>
        ) : null}
        {isWhole ? (
          <>
            <dt>{t('targets.kind_same')}</dt>
            <dd>{same}</dd>
            {differenceKinds.flatMap((kind) => [
              <dt key={kind}>{t(`targets.kind_${kind}`)}</dt>,
              <dd key={`${kind}=`}>{counts[kind]}</dd>,
            ])}
          </>
        ) : null}
      </dl>
      {isWhole && target.active && repairable > 0 ? (
        <AlertMessage
          alert={{
            kind: 'warning',
            text: t('targets.repairLead', { most: MAX_DIFFERENCES }),
            action: { label: t('targets.repair'), onClick: () => void acts.decide('repair', null) },
          }}
        />
      ) : null}
      {isWhole ? <Differences target={target} comparison={comparison} /> : null}
    </div>
  );
}

const rowId = ({ id }: Difference) => id;
const rowName = ({ name, id }: Difference) => name || id;

const columnsOf = ({ t, words }: ColumnKit): ListColumn<Difference>[] => [
  {
    id: 'name',
    header: t('provisioning.user'),
    isName: true,
    cell: (difference) => <span className={classes.name}>{rowName(difference)}</span>,
  },
  words('fields', t('targets.differs'), ({ fields }) => fields.join(', ') || null, { priority: 0 }),
  words('remoteId', t('targets.remoteId'), ({ remoteId }) => remoteId, { priority: 1 }),
];

function Differences({ target, comparison }: { target: Target; comparison: Comparison }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { counts } = comparison;
  const kind = search.kind ?? differenceKinds.find((one) => counts[one] > 0) ?? 'create';
  const query = useQuery(differencesQuery(tenantId, target.uuid, { kind, after: search.behind }, comparison.endedAt));
  const go = (chosen: DifferenceKind, behind?: string) =>
    void navigate({ search: { tab: 'comparison', kind: chosen, ...(behind && { behind }) }, replace: true });
  const next = query.data?.next;
  const columns = useMemo(() => columnsOf(kit), [kit]);
  return (
    <ListTable<Difference>
      id="target-differences"
      plain
      caption={t(`targets.kind_${kind}`)}
      columns={columns}
      rows={query.data?.results}
      rowId={rowId}
      rowName={rowName}
      expectedRows={5}
      failed={failedList(t, query, t('targets.compareFailedToLoad'))}
      toolbar={
        <FilterSelect
          label={t('targets.difference')}
          value={kind}
          choices={differenceKinds.map((value) => ({
            value,
            label: t('targets.stateCount', { state: t(`targets.kind_${value}`), number: counts[value] }),
          }))}
          onChange={(chosen) => go(differenceKinds.find((one) => one === chosen) ?? kind)}
        />
      }
      empty={{ title: t('targets.noDifference'), text: t('targets.noDifferenceText') }}
      pager={
        <FirstNext
          words={{ first: t('ui.firstPage'), next: t('ui.nextPage') }}
          onFirst={search.behind ? () => go(kind) : undefined}
          onNext={next ? () => go(kind, next) : undefined}
        />
      }
    />
  );
}
