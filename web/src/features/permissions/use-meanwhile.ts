import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AnswerOf } from '#contract/route.ts';
import type { listPermissionChanges } from '#contract/licences/permitted.ts';
import { useMe } from '../../base/session-queries.ts';
import { type Editing, type EditingStore, useEdited } from './editing-store.ts';
import { afterSeen, isChanged } from './pending.ts';
import { changesQuery } from './queries.ts';
import type { ItemPage } from './types.ts';

export type Others = AnswerOf<typeof listPermissionChanges>;

/**
 * Whether somebody else saved is asked on coming back to the window, and with a tick this long after the last time. Not by
 * itself: a screen that nobody looks at would keep its session from being idle.
 */
const MEANWHILE_MS = 15_000;

/** Asks whether somebody else saved what is edited; `goOn` is told of it. */
export function useMeanwhile(
  editing: EditingStore,
  busy: boolean,
  goOn: (now: Editing, others: Others) => Promise<void>,
): void {
  const { tenantId } = useMe();
  const licenseId = useEdited(editing, (now) => now?.license.licenseId);
  const revision = useEdited(editing, (now) => now?.revision);
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
    if (now && others && others.revision > now.revision) going.current(now, others).catch(() => undefined);
  }, [editing, revision, others, dataUpdatedAt]);
}

/** What is pending is held against the cells read, as soon as they are of the revision it goes by. */
export function useSeen(editing: EditingStore, page: ItemPage | undefined): void {
  const licenseId = useEdited(editing, (now) => now?.license.licenseId);
  const revision = useEdited(editing, (now) => now?.revision);
  useEffect(() => {
    const rule = page?.rules.find((one) => one.licenseId === licenseId);
    if (!page || !rule || rule.revision !== revision) return;
    const cells = page.items.flatMap(({ id, cells }) => {
      const cell = cells[rule.licenseId];
      return cell ? [[id, cell.permitted] as const] : [];
    });
    editing.set((now) => {
      if (!now) return now;
      const pending = afterSeen(now.pending, new Map(cells));
      return pending === now.pending ? now : { ...now, pending, asked: now.asked && isChanged(pending) };
    });
  }, [editing, page, licenseId, revision]);
}
