import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CountedPermissions } from '#contract/licences/permitted.ts';
import { hasErrorId, isStale } from '../../api/api-error.ts';
import { renewPermissions } from '../../base/renewal.ts';
import { useMe } from '../../base/session-queries.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { createEditingStore, type Editing } from './editing-store.ts';
import {
  afterOthers,
  changeCount,
  isChanged,
  isFull,
  nothingPending,
  savingOf,
  toggled,
  withChosen,
  withoutChange,
} from './pending.ts';
import { changesQuery, countQuery, licensesQuery, permissionsKey } from './queries.ts';
import { saveDeviceRule, savePermissions } from './save.ts';
import { isSameTable, type PermissionSearch } from './search.ts';
import type { Chosen, License, VolumeType } from './types.ts';
import { type Others, useMeanwhile } from './use-meanwhile.ts';

type Options = {
  type: VolumeType;
  search: PermissionSearch;
  say: (alert: AlertContent | undefined) => void;
  /** Something of this licence was saved. */
  onSaved: (license: License) => void;
};

/** Edit mode of one licence (spec section 4): Setting, pending changes, what others save meanwhile, Save and Cancel. */
export function useEditing({ type, search, say, onSaved }: Options) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [editing] = useState(() => createEditingStore());
  const renew = () => renewPermissions(queryClient, tenantId, type);
  const expired = (name: string) => {
    editing.set(() => undefined);
    void renew();
    say({ kind: 'failure', text: t('permissions.licenseExpired', { app: name }) });
  };
  const readLicense = async ({ licenseId }: License, { contractId }: PermissionSearch) => {
    const all = await queryClient.fetchQuery({ ...licensesQuery(tenantId, type, contractId), staleTime: 0 });
    return all.find((one) => one.licenseId === licenseId);
  };

  // The search may be another one meanwhile; where other licences are shown, edit mode ends.
  const shown = useRef(search);
  shown.current = search;
  useEffect(() => editing.set((now) => (now && isSameTable(now.search, search) ? now : undefined)), [editing, search]);

  const start = async (license: License) => {
    const done = await run(async () => {
      const now = await readLicense(license, search);
      return now && { now, ...(await queryClient.fetchQuery(changesQuery(tenantId, now.licenseId))) };
    });
    if (!done) return;
    if (!done.answer) return expired(license.serviceName);
    const { now, revision } = done.answer;
    if (!isSameTable(search, shown.current)) return;
    editing.set(() => ({ license: now, search, pending: nothingPending, revision, told: [], asked: false }));
    // What the table shows may be older than the revision.
    void queryClient.invalidateQueries({ queryKey: [...permissionsKey, tenantId, 'items'] });
  };

  // The same function for ever, so that the heads of the table are not drawn again with the screen.
  const latest = useRef(start);
  latest.current = start;
  const begin = useCallback((license: License) => latest.current(license), []);

  /** Goes on from what others have saved; nothing pending is lost. `asked`: Save was pressed. */
  const goOn = async ({ license, search, pending }: Editing, { revision, results }: Others, asked: boolean) => {
    const now = await readLicense(license, search);
    if (!now) return expired(license.serviceName);
    // First, so that what is pending is held against the cells at once.
    await renew();
    const counted = pending.all && (await queryClient.fetchQuery(countQuery(tenantId, type, now.licenseId)));
    editing.set((before) => {
      if (before?.license.licenseId !== now.licenseId) return before;
      // Both Save and the question in between may have been answered: whichever comes last changes nothing but this.
      if (before.revision >= revision) return asked ? { ...before, asked: isChanged(before.pending) } : before;
      const after = afterOthers(before.pending, results);
      const current = after.all && counted ? { ...after, all: { ...after.all, counted } } : after;
      const told = [...results, ...before.told];
      return { ...before, license: now, pending: current, revision, told, asked: asked && isChanged(current) };
    });
  };
  useMeanwhile(editing, busy, (now, others) => goOn(now, others, false));

  const toggle = useCallback(
    (one: Chosen) =>
      editing.set((before) => {
        if (!before || (isFull(before.pending) && !before.pending.changed.has(one.id))) return before;
        return { ...before, pending: toggled(before.pending, one) };
      }),
    [editing],
  );

  /** All that a search finds, each as if ticked by itself: another search does not lose them. */
  const setFound = (permitted: boolean, found: readonly Chosen[]) =>
    editing.set((before) => before && { ...before, pending: withChosen(before.pending, found, permitted) });
  const setAll = (permitted: boolean, counted: CountedPermissions) =>
    editing.set((before) => before && { ...before, pending: { all: { permitted, counted }, changed: new Map() } });
  const remove = (id: string) =>
    editing.set((before) => before && { ...before, pending: withoutChange(before.pending, id) });

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

  const save = () =>
    send(
      ({ license, pending, revision }) => savePermissions(tenantId, license, savingOf(pending), revision),
      (changed, { pending }) => (pending.all ? 0 : changeCount(pending) - changed),
    );
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
    setFound,
    remove,
    save,
    saveRule,
    unask,
    cancel: () => editing.set(() => undefined),
  };
}

export type EditingActs = ReturnType<typeof useEditing>;
