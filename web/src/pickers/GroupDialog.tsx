import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { GROUP_DIALOG_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH } from '#contract/limits.ts';
import { hasErrorId } from '../api/api-error.ts';
import { failureText, requestIdOf } from '../base/failure.ts';
import { useMe } from '../base/session-queries.ts';
import type { Translate } from '../i18n/keys.ts';
import { useT } from '../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../ui/page/AlertArea.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { ModalDialog } from '../ui/dialog/ModalDialog.tsx';
import { Pager } from '../ui/list/Pager.tsx';
import { PageTabs } from '../ui/page/PageTabs.tsx';
import { SearchBox } from '../ui/list/SearchBox.tsx';
import { GroupRows, type GroupRowsProps, type PickableGroup } from './GroupRows.tsx';
import { type GroupWalk, walk, walkBegin, type WalkEvent } from './group-walk.ts';
import classes from './pickers.module.css';
import { pickGroupsQuery } from './queries.ts';

export type GroupDialogProps = {
  title: string;
  /** What choosing is good for. */
  lead?: string | undefined;
  okLabel?: string;
  busy?: boolean;
  /** How it went, where it did not go well. */
  alert?: AlertContent | undefined;
  /** Offers an item at the top of the list that stands for no group; chosen, it is a group with an empty id. */
  unspecified?: string | undefined;
  /** Why a group cannot be chosen here. */
  refused?: GroupRowsProps['refused'];
  /** The uuid of the group that is put into the one chosen: what is in it cannot be. */
  forGroup?: string;
  onOk: (group: PickableGroup) => void;
  onCancel: () => void;
};

type TabProps = Pick<GroupDialogProps, 'unspecified' | 'refused' | 'forGroup'> & {
  at: GroupWalk;
  go: Dispatch<WalkEvent>;
};

/** Chooses one group, by going down from the top or by searching (spec section 2, "Group selection dialog"). */
export default function GroupDialog(props: GroupDialogProps) {
  const { title, lead, okLabel, busy = false, alert, unspecified, refused, forGroup, onOk, onCancel } = props;
  const t = useT();
  const [at, go] = useReducer(walk, walkBegin);
  const { chosen } = at;
  const tab = { at, go, unspecified, refused, ...(forGroup ? { forGroup } : {}) };
  return (
    <ModalDialog
      opened
      title={title}
      width={560}
      busy={busy}
      okDisabled={chosen === undefined}
      {...(okLabel ? { okLabel } : {})}
      onOk={() => chosen && onOk(chosen)}
      onCancel={onCancel}
    >
      {lead ? <p>{lead}</p> : null}
      <PageTabs
        label={title}
        value={at.tab}
        onChange={(id) => go({ type: 'tab', tab: id as GroupWalk['tab'] })}
        tabs={[
          { id: 'list', label: t('pickers.tab_list'), content: <ListTab {...tab} /> },
          { id: 'search', label: t('pickers.tab_search'), content: <SearchTab {...tab} /> },
        ]}
      />
      <p role="status" className={classes.note}>
        {chosen ? t('pickers.chosenGroup', { name: chosen.name }) : t('pickers.noGroupChosen')}
      </p>
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

function ListTab({ at, go, unspecified, refused, forGroup }: TabProps) {
  const t = useT();
  const { tenantId } = useMe();
  const base = at.path.at(-1);
  const query = useQuery({
    ...pickGroupsQuery(tenantId, base ? { within: base.uuid } : { top: true }, at.listPage, forGroup),
    // Rows of one group must not stand under the name of another.
    placeholderData: undefined,
  });
  const gone = base !== undefined && hasErrorId(query.error, 'not_found');
  const top =
    unspecified !== undefined && !base && at.listPage === 1 ? [{ uuid: '', groupId: '', name: unspecified }] : [];
  const back = base ? () => go({ type: 'back' }) : undefined;
  const rows = useFocusAfterMove(at, query.data !== undefined);
  return (
    <div ref={rows} className={classes.tab}>
      <div className={classes.place}>
        {back ? (
          <Button size="compact-sm" variant="default" leftSection={<IconArrowLeft size={16} />} onClick={back}>
            {t('common.back')}
          </Button>
        ) : null}
        <span>{base ? base.name : t('pickers.topLevel')}</span>
      </div>
      <GroupRows
        groups={query.isError ? [] : query.data && [...top, ...query.data.results]}
        loading={query.isPlaceholderData}
        chosen={at.chosen?.uuid}
        refused={refusedOf(t, refused, query.data?.within)}
        onChoose={(group) => go({ type: 'choose', group })}
        onOpen={(group) => go({ type: 'open', group })}
        onBack={back}
        instead={
          query.isPending ? null : (
            <Instead
              query={query}
              gone={gone}
              onLeave={() => go({ type: 'top' })}
              empty={t(base ? 'pickers.noChildren' : 'pickers.noGroups')}
            />
          )
        }
      />
      <Pages at={at.listPage} go={go} total={query.data?.totalResults} />
    </div>
  );
}

function SearchTab({ at, go, refused, forGroup }: TabProps) {
  const t = useT();
  const { tenantId } = useMe();
  const asked = at.keyword !== '';
  const query = useQuery({
    ...pickGroupsQuery(tenantId, { keyword: at.keyword }, at.searchPage, forGroup),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  return (
    <div className={classes.tab}>
      <SearchBox
        label={t('pickers.searchGroups')}
        value={at.keyword}
        maxLength={MAX_GROUP_KEYWORD_LENGTH}
        onSearch={(keyword) => go({ type: 'search', keyword })}
      />
      <GroupRows
        groups={asked && !query.isError ? query.data?.results : []}
        loading={query.isPlaceholderData}
        chosen={at.chosen?.uuid}
        refused={refusedOf(t, refused, query.data?.within)}
        onChoose={(group) => go({ type: 'choose', group })}
        instead={
          asked ? (
            query.isPending ? null : (
              <Instead query={query} gone={false} empty={t('pickers.noGroupFound')} />
            )
          ) : (
            <p className={classes.instead}>{t('pickers.searchHint')}</p>
          )
        }
      />
      <Pages at={at.searchPage} go={go} total={asked ? query.data?.totalResults : undefined} />
    </div>
  );
}

/** The dialog's own reasons, and of those in the group that is put somewhere, that they are. */
const refusedOf =
  (t: Translate, refused: GroupRowsProps['refused'], within: readonly string[] = []): GroupRowsProps['refused'] =>
  (group) =>
    refused?.(group) ?? (within.includes(group.uuid) ? t('pickers.groupBelow') : undefined);

/** At first, after going down and back, the keyboard is in the rows: at the group that was left, else at the first. */
function useFocusAfterMove({ path, left, fresh }: GroupWalk, loaded: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const depth = useRef(path.length);
  const moved = useRef(fresh);
  useEffect(() => {
    const rows = place.current?.querySelector<HTMLElement>('[role="radiogroup"]');
    if (depth.current !== path.length) {
      depth.current = path.length;
      moved.current = true;
      rows?.focus();
    }
    if (!moved.current || !loaded) return;
    moved.current = false;
    const radios = [...(rows?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    (radios.find(({ value }) => value === left) ?? radios[0])?.focus();
  }, [path.length, left, loaded]);
  return place;
}

type InsteadProps = {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  /** The group whose children were asked for does not exist any more. */
  gone: boolean;
  onLeave?: () => void;
  empty: string;
};

/** What stands in place of the rows once the server has answered. */
function Instead({ query, gone, onLeave, empty }: InsteadProps) {
  const t = useT();
  if (gone) {
    return (
      <div role="alert" className={classes.instead}>
        <p>{t('pickers.groupGone')}</p>
        <Button size="compact-sm" variant="default" onClick={onLeave}>
          {t('pickers.toTopLevel')}
        </Button>
      </div>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('pickers.groupsFailed')}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      >
        {failureText(t, query.error)}
      </ErrorState>
    );
  }
  return <p className={classes.instead}>{empty}</p>;
}

function Pages({ at, go, total = 0 }: { at: number; go: Dispatch<WalkEvent>; total: number | undefined }) {
  if (total <= GROUP_DIALOG_PAGE_SIZE) return null;
  return (
    <Pager
      page={at}
      pageSize={GROUP_DIALOG_PAGE_SIZE}
      pageSizes={[GROUP_DIALOG_PAGE_SIZE]}
      totalResults={total}
      onPage={(page) => go({ type: 'page', page })}
      onPageSize={() => go({ type: 'page', page: 1 })}
    />
  );
}
