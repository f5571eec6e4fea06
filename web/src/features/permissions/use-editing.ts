import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CountedPermissions } from '#contract/service-management/permitted.ts';
import { hasErrorId, isApiError } from '../../api/api-error.ts';
import { useMe } from '../../app/session-queries.ts';
import { useAct } from '../../app/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/AlertArea.tsx';
import {
  afterOthers,
  changeCount,
  isChanged,
  isFull,
  nothingPending,
  type Pending,
  savingOf,
  toggled,
} from './pending.ts';
import { changesQuery, countQuery, licensesQuery, permissionsKey } from './queries.ts';
import { saveDeviceRule, savePermissions } from './save.ts';
import { conditionOf, type PermissionSearch } from './search.ts';
import type { CellState, License, PermissionChange, VolumeType } from './types.ts';

export type Editing = {
  license: License;
  pending: Pending;
  /** Of the permissions that what is pending goes by. */
  revision: number;
  /** What others saved since Setting was pressed, the latest first. */
  told: readonly PermissionChange[];
  /** Save was pressed before it was told. */
  asked: boolean;
};

type Options = {
  type: VolumeType;
  search: PermissionSearch;
  say: (alert: AlertContent | undefined) => void;
  /** Something of this licence was saved. */
  onSaved: (license: License) => void;
};

/**
 * Whether somebody else saved is asked on coming back to the window, and with a tick this long after the last time. Not by
 * itself: a screen that nobody looks at would keep its session from being idle.
 */
const MEANWHILE_MS = 15_000;

const isStale = (error: unknown) =>
  isApiError(error) && error.entries.some(({ field }) => field === 'expectedRevision');

/** Edit mode of one licence (spec section 4): Setting, pending changes, what others save meanwhile, Save and Cancel. */
export function useEditing({ type, search, say, onSaved }: Options) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [editing, setEditing] = useState<Editing>();
  const renew = () => queryClient.invalidateQueries({ queryKey: permissionsKey });
  const expired = (name: string) => {
    setEditing(undefined);
    void renew();
    say({ kind: 'failure', text: t('permissions.licenseExpired', { app: name }) });
  };
  const readLicense = async ({ licenseId }: License) => {
    const all = await queryClient.fetchQuery({ ...licensesQuery(tenantId, type, search.contractId), staleTime: 0 });
    return all.find((one) => one.licenseId === licenseId);
  };

  const start = async (license: License) => {
    const done = await run(async () => {
      const now = await readLicense(license);
      return now && { now, ...(await queryClient.fetchQuery(changesQuery(tenantId, now.licenseId))) };
    });
    if (!done) return;
    if (!done.answer) return expired(license.serviceName);
    const { now, revision } = done.answer;
    setEditing({ license: now, pending: nothingPending, revision, told: [], asked: false });
    // What the table shows may be older than the revision.
    void queryClient.invalidateQueries({ queryKey: [...permissionsKey, tenantId, 'items'] });
  };

  // The same function for ever, so that a tick does not draw every head of the table again.
  const latest = useRef(start);
  latest.current = start;
  const begin = useCallback((license: License) => latest.current(license), []);

  /** Goes on from what others have saved; nothing pending is lost. `asked`: Save was pressed. */
  const goOn = async (
    { license, pending }: Editing,
    { revision, results }: { revision: number; results: readonly PermissionChange[] },
    asked: boolean,
  ) => {
    const now = await readLicense(license);
    if (!now) return expired(license.serviceName);
    const counted = pending.all && (await queryClient.fetchQuery(countQuery(tenantId, type, now.licenseId, search)));
    setEditing((before) => {
      if (!before || before.revision >= revision) return before;
      const after = afterOthers(before.pending, results);
      const current = after.all && counted ? { ...after, all: { ...after.all, counted } } : after;
      const told = [...results, ...before.told];
      return { license: now, pending: current, revision, told, asked: asked && isChanged(current) };
    });
    await renew();
  };
  const {
    data: others,
    dataUpdatedAt,
    refetch,
  } = useQuery({
    ...changesQuery(tenantId, editing?.license.licenseId ?? '', editing?.revision),
    enabled: editing !== undefined && !busy,
    refetchOnWindowFocus: 'always',
  });
  const pending = editing?.pending;
  useEffect(() => {
    if (pending && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > MEANWHILE_MS) void refetch();
  }, [pending, dataUpdatedAt, refetch]);
  const going = useRef(goOn);
  going.current = goOn;
  useEffect(() => {
    if (editing && others && others.revision > editing.revision)
      going.current(editing, others, false).catch(() => undefined);
  }, [editing, others]);

  const toggle = useCallback((id: string, saved: CellState) => {
    setEditing((before) => {
      if (!before || (isFull(before.pending) && !before.pending.changed.has(id))) return before;
      return { ...before, pending: toggled(before.pending, id, saved) };
    });
  }, []);

  const setAll = (permitted: boolean, counted: CountedPermissions) =>
    setEditing((before) => before && { ...before, pending: { all: { permitted, counted }, changed: new Map() } });

  /** What every way of saving has in common: refusals that end edit mode or tell of others. */
  const send = async (
    act: (now: Editing) => ReturnType<typeof savePermissions>,
    missing: (changed: number) => number,
  ) => {
    if (!editing) return;
    const { license, revision } = editing;
    const app = license.serviceName;
    let stale = false;
    const done = await run(
      () => act(editing),
      (error) => {
        const isOver = ['license_expired', 'license_not_exist'].some((id) =>
          hasErrorId(error, id as 'license_expired'),
        );
        if (isOver) expired(app);
        stale = isStale(error);
        // The numbers the decision was made by are no longer so.
        if (hasErrorId(error, 'conflict') && !stale) void renew();
        return isOver || stale;
      },
    );
    if (stale)
      await run(async () => {
        const since = await queryClient.fetchQuery(changesQuery(tenantId, license.licenseId, revision));
        await goOn(editing, since, true);
      });
    if (!done) return;
    const { changed } = done.answer;
    setEditing(undefined);
    await renew();
    const saved = t('permissions.saved', { app });
    const same = missing(changed);
    say({ kind: 'success', text: same > 0 ? `${saved} ${t('permissions.sameByOthers', { count: same })}` : saved });
    onSaved(done.answer.license);
  };

  const save = () => {
    const searching = Object.keys(conditionOf(type, search)).length > 0;
    return send(
      ({ license, pending, revision }) =>
        savePermissions(tenantId, license, search, savingOf(pending, searching), revision),
      (changed) => (!editing || editing.pending.all ? 0 : changeCount(editing.pending) - changed),
    );
  };
  const saveRule = (types: string[], keepExceptions: boolean) =>
    send(
      ({ license, revision }) => saveDeviceRule(tenantId, license, types, keepExceptions, revision),
      () => 0,
    );
  const unask = () => setEditing((before) => before && { ...before, asked: false });

  return { editing, busy, start: begin, toggle, setAll, save, saveRule, unask, cancel: () => setEditing(undefined) };
}

export type EditingActs = ReturnType<typeof useEditing>;
