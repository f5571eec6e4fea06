import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CountedPermissions } from '#contract/service-management/permitted.ts';
import { hasErrorId, isApiError } from '../../api/api-error.ts';
import { useMe } from '../../app/session-queries.ts';
import { useAct } from '../../app/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/AlertArea.tsx';
import { createEditingStore, type Editing, useEdited } from './editing-store.ts';
import { afterOthers, changeCount, isChanged, isFull, nothingPending, savingOf, toggled } from './pending.ts';
import { changesQuery, countQuery, licensesQuery, permissionsKey } from './queries.ts';
import { saveDeviceRule, savePermissions } from './save.ts';
import { conditionOf, type PermissionSearch } from './search.ts';
import type { CellState, License, PermissionChange, VolumeType } from './types.ts';

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
  const [editing] = useState(() => createEditingStore());
  const licenseId = useEdited(editing, (now) => now?.license.licenseId);
  const revision = useEdited(editing, (now) => now?.revision);
  const renew = () => queryClient.invalidateQueries({ queryKey: permissionsKey });
  const expired = (name: string) => {
    editing.set(() => undefined);
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
    editing.set(() => ({ license: now, pending: nothingPending, revision, told: [], asked: false }));
    // What the table shows may be older than the revision.
    void queryClient.invalidateQueries({ queryKey: [...permissionsKey, tenantId, 'items'] });
  };

  // The same function for ever, so that the heads of the table are not drawn again with the screen.
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
    editing.set((before) => {
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
    ...changesQuery(tenantId, licenseId ?? '', revision),
    enabled: licenseId !== undefined && !busy,
    refetchOnWindowFocus: 'always',
  });
  useEffect(
    () =>
      editing.subscribe(() => {
        const isOld = dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > MEANWHILE_MS;
        if (isOld && editing.get()) void refetch({ cancelRefetch: false });
      }),
    [editing, dataUpdatedAt, refetch],
  );
  const going = useRef(goOn);
  going.current = goOn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again with the next answer, the same or not
  useEffect(() => {
    const now = editing.get();
    if (now && others && others.revision > now.revision) going.current(now, others, false).catch(() => undefined);
  }, [editing, revision, others, dataUpdatedAt]);

  const toggle = useCallback(
    (id: string, saved: CellState) =>
      editing.set((before) => {
        if (!before || (isFull(before.pending) && !before.pending.changed.has(id))) return before;
        return { ...before, pending: toggled(before.pending, id, saved) };
      }),
    [editing],
  );

  const setAll = (permitted: boolean, counted: CountedPermissions) =>
    editing.set((before) => before && { ...before, pending: { all: { permitted, counted }, changed: new Map() } });

  /** What every way of saving has in common: refusals that end edit mode or tell of others. */
  const send = async (
    act: (now: Editing) => ReturnType<typeof savePermissions>,
    missing: (changed: number, now: Editing) => number,
  ) => {
    const begun = editing.get();
    if (!begun) return;
    const { license, revision } = begun;
    const app = license.serviceName;
    let stale = false;
    const done = await run(
      () => act(begun),
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
        await goOn(begun, since, true);
      });
    if (!done) return;
    const { changed } = done.answer;
    editing.set(() => undefined);
    await renew();
    const saved = t('permissions.saved', { app });
    const same = missing(changed, begun);
    say({ kind: 'success', text: same > 0 ? `${saved} ${t('permissions.sameByOthers', { count: same })}` : saved });
    onSaved(done.answer.license);
  };

  const save = () => {
    const searching = Object.keys(conditionOf(type, search)).length > 0;
    return send(
      ({ license, pending, revision }) =>
        savePermissions(tenantId, license, search, savingOf(pending, searching), revision),
      (changed, { pending }) => (pending.all ? 0 : changeCount(pending) - changed),
    );
  };
  const saveRule = (types: string[], keepExceptions: boolean) =>
    send(
      ({ license, revision }) => saveDeviceRule(tenantId, license, types, keepExceptions, revision),
      () => 0,
    );
  const unask = () => editing.set((before) => before && { ...before, asked: false });

  return {
    editing,
    busy,
    start: begin,
    toggle,
    setAll,
    save,
    saveRule,
    unask,
    cancel: () => editing.set(() => undefined),
  };
}

export type EditingActs = ReturnType<typeof useEditing>;
