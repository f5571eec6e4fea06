import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { BULK_FILTER_LIMIT, PERMISSION_PAGE_SIZE } from '#contract/limits.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { failureText, requestIdOf } from '../../base/failure.ts';
import { LeaveGuard } from '../../base/LeaveGuard.tsx';
import { LoadingCard } from '../../base/Loaded.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { useGoneGroup } from '../../pickers/gone-group.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../ui/page/AlertArea.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { EditBar } from './EditBar.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { errorText } from './error-text.ts';
import { KindLinks } from './KindLinks.tsx';
import { licensePage } from './license-pages.ts';
import { LicensePager } from './LicensePager.tsx';
import { OtherScreenDialog } from './OtherScreenDialog.tsx';
import { hindrance, isChanged } from './pending.ts';
import classes from './permissions.module.css';
import { PermissionTable } from './PermissionTable.tsx';
import { itemsQuery, licensesQuery } from './queries.ts';
import {
  isSameTable,
  isSearching,
  type PermissionSearch,
  readSearch,
  type SearchChange,
  withKnown,
  withoutCondition,
} from './search.ts';
import { SearchTools } from './SearchTools.tsx';
import type { ItemPage, License, LicenseRule, VolumeType } from './types.ts';
import { type EditingActs, useEditing } from './use-editing.ts';
import { useSeen } from './use-meanwhile.ts';

const noRules: readonly LicenseRule[] = [];

type Props = {
  type: VolumeType;
  search: PermissionSearch;
  /** Goes to another search of the same screen; `replace` while one types. */
  go: (search: PermissionSearch, replace: boolean) => void;
};

/** A permission screen (spec section 4): users or devices as rows, up to five licences a page as columns. */
export function PermissionScreen({ type, search, go }: Props) {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent | undefined>(() =>
    search.error ? { kind: 'failure', text: errorText(t, search.error) } : undefined,
  );
  const [offered, offer] = useState<License>();
  const licenses = useQuery(licensesQuery(useMe().tenantId, type, search.contractId));
  const acts = useEditing({ type, search, say: setAlert, onSaved: offer });
  const isEditing = useEdited(acts.editing, (now) => now !== undefined);
  return (
    <>
      <div className={classes.intro} data-editing={isEditing || undefined}>
        <PageTitle title={t('permissions.title')} actions={<KindLinks type={type} contractId={search.contractId} />}>
          {t(`permissions.lead_${type}`)} <LearnMore guide="license-rules" about={t('permissions.title')} />
        </PageTitle>
      </div>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {licenses.isError ? (
        <Failed type={type} query={licenses} />
      ) : licenses.data === undefined ? (
        <LoadingCard height={600} />
      ) : licenses.data.length === 0 ? (
        <div className={classes.card}>
          <EmptyState title={t('permissions.emptyTitle')}>{t(`permissions.emptyApplication_${type}`)}</EmptyState>
        </div>
      ) : (
        <Licensed type={type} search={search} go={go} licenses={licenses.data} acts={acts} />
      )}
      <Unsaved editing={acts.editing} type={type} />
      <OtherScreenDialog
        type={type}
        license={search.contractId ? offered : undefined}
        onClose={() => offer(undefined)}
      />
    </>
  );
}

/** Leaving what is not saved asks first, also for other licences; a search leaves nothing. */
function Unsaved({ type, editing }: { type: VolumeType; editing: EditingStore }) {
  const begun = useEdited(editing, (now) => now?.search);
  return (
    <LeaveGuard
      changed={useEdited(editing, (now) => now !== undefined && isChanged(now.pending))}
      leavesBy={(search) => begun !== undefined && !isSameTable(begun, readSearch(type, search))}
    />
  );
}

/** A failure to read licences or items shows the generic one (spec section 7), with "try again". */
function Failed({ type, query }: { type: VolumeType; query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const t = useT();
  return (
    <div className={classes.card}>
      <ErrorState
        title={t(`permissions.failedTitle_${type}`)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      >
        {`${failureText(t, query.error)} ${t('permissions.processFailed')}`}
      </ErrorState>
    </div>
  );
}

/** Rows that a search found in edit mode stay while another one finds too many. */
function useRows(page: ItemPage | undefined, keeps: boolean): ItemPage | undefined {
  const last = useRef(page);
  useEffect(() => {
    if (!keeps) last.current = page;
  }, [page, keeps]);
  return keeps ? last.current : page;
}

/** Search, edit bar, table and pager, where there are licences. */
function Licensed({
  type,
  search: asked,
  go,
  licenses,
  acts,
}: Props & { licenses: readonly License[]; acts: EditingActs }) {
  const t = useT();
  const language = useLanguage();
  const { tenantId, permissions } = useMe();
  const columns = licensePage(licenses, asked.apps ?? 1);
  const ids = columns.shown.map(({ licenseId }) => licenseId);
  const search = withKnown(
    asked,
    licenses.map(({ licenseId }) => licenseId),
  );
  const items = useQuery(itemsQuery(tenantId, type, search, ids, language));
  const searching = isSearching(type, search);
  const hindered = hindrance(items.data?.total ?? 0, searching);
  const { editing, busy } = acts;
  const isEditing = useEdited(editing, (now) => now !== undefined);
  const keepsRows = isEditing && hindered === 'tooMany';
  const page = useRows(items.data, keepsRows);
  const total = page?.total ?? 0;
  const gone = useGoneGroup({
    error: items.error,
    group: search.group,
    label: t('permissions.inGroup'),
    onRemove: () => go({ ...search, group: undefined } as PermissionSearch, true),
  });
  const change = (next: SearchChange, replace: boolean) =>
    go({ ...search, error: undefined, ...next } as PermissionSearch, replace);
  const filter = useCallback(
    (next: SearchChange) => go({ ...search, error: undefined, page: undefined, ...next } as PermissionSearch, true),
    [go, search],
  );
  useSeen(editing, page);
  if (items.isError && !gone) return <Failed type={type} query={items} />;
  return (
    <div className={classes.card} data-editing={isEditing || undefined}>
      <search className={classes.tools} aria-label={t(`permissions.search_${type}`)}>
        <SearchTools
          type={type}
          search={search}
          licenses={licenses.filter(
            ({ licenseId: id }) => ids.includes(id) || [search.has, search.hasNot].includes(id),
          )}
          onChange={filter}
        />
      </search>
      <LicensePager
        {...columns}
        total={licenses.length}
        disabled={isEditing}
        onPage={(apps) => change({ apps: apps > 1 ? apps : undefined }, false)}
      />
      <TooMany type={type} shown={hindered === 'tooMany'} />
      {isEditing ? (
        <EditBar type={type} acts={acts} search={search} total={keepsRows ? undefined : total} page={page} />
      ) : null}
      {gone ? (
        <EmptyState title={gone.empty.title} action={gone.empty.action}>
          {gone.empty.text}
        </EmptyState>
      ) : (
        <PermissionTable
          type={type}
          licenses={columns.shown}
          dummies={columns.dummies}
          items={page?.items}
          rules={page?.rules ?? noRules}
          loading={items.isPlaceholderData}
          editing={editing}
          busy={busy}
          onSetting={permissions.includes('licenses:write') ? acts.start : undefined}
          settingDisabled={hindered !== undefined || items.data === undefined}
          onToggle={acts.toggle}
          onClearSearch={searching ? () => go(withoutCondition(search), false) : undefined}
        />
      )}
      {total > 0 && !keepsRows ? (
        <Pager
          page={search.page ?? 1}
          pageSize={PERMISSION_PAGE_SIZE}
          pageSizes={[PERMISSION_PAGE_SIZE]}
          totalResults={total}
          totalIsEstimate={page?.isEstimate}
          onPage={(page) => change({ page: page > 1 ? page : undefined }, false)}
          onPageSize={() => undefined}
        />
      ) : null}
    </div>
  );
}

/** A search that finds too many to set: said before anybody wonders why Setting cannot be pressed. */
function TooMany({ type, shown }: { type: VolumeType; shown: boolean }) {
  const t = useT();
  const key = type === 'user' ? 'permissions.retryUserSearch' : 'permissions.retryDeviceSearch';
  return (
    <div role="status" className={classes.info}>
      {shown ? <AlertMessage alert={{ kind: 'info', text: t(key, { count: BULK_FILTER_LIMIT }) }} /> : null}
    </div>
  );
}
