import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CountedPermissions } from '#contract/service-management/permitted.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { useMe } from '../../app/session-queries.ts';
import { useAct } from '../../app/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/AlertArea.tsx';
import { changeCount, isFull, nothingPending, type Pending, savingOf, toggled } from './pending.ts';
import { licensesQuery, permissionsKey } from './queries.ts';
import { savePermissions } from './save.ts';
import { conditionOf, type PermissionSearch } from './search.ts';
import type { CellState, License, VolumeType } from './types.ts';

export type Editing = { license: License; pending: Pending };

type Options = {
  type: VolumeType;
  search: PermissionSearch;
  say: (alert: AlertContent | undefined) => void;
  /** Something of this licence was saved. */
  onSaved: (license: License) => void;
};

/** Edit mode of one licence (spec section 4): Setting, pending changes, Save and Cancel. */
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

  const start = async (license: License) => {
    const done = await run(() =>
      queryClient.fetchQuery({ ...licensesQuery(tenantId, type, search.contractId), staleTime: 0 }),
    );
    if (!done) return;
    const now = done.answer.find(({ licenseId }) => licenseId === license.licenseId);
    if (now) setEditing({ license: now, pending: nothingPending });
    else expired(license.serviceName);
  };

  // The same function for ever, so that a tick does not draw every head of the table again.
  const latest = useRef(start);
  latest.current = start;
  const begin = useCallback((license: License) => latest.current(license), []);

  const toggle = useCallback((id: string, saved: CellState) => {
    setEditing((before) => {
      if (!before || (isFull(before.pending) && !before.pending.changed.has(id))) return before;
      return { ...before, pending: toggled(before.pending, id, saved) };
    });
  }, []);

  const setAll = (permitted: boolean, counted: CountedPermissions) =>
    setEditing((before) => before && { ...before, pending: { all: { permitted, counted }, changed: new Map() } });

  const save = async () => {
    if (!editing) return;
    const { license, pending } = editing;
    const app = license.serviceName;
    const searching = Object.keys(conditionOf(type, search)).length > 0;
    const done = await run(
      () => savePermissions(tenantId, license, search, savingOf(pending, searching)),
      (error) => {
        const isOver = ['license_expired', 'license_not_exist'].some((id) =>
          hasErrorId(error, id as 'license_expired'),
        );
        if (isOver) expired(app);
        // The numbers the decision was made by are no longer so.
        if (hasErrorId(error, 'conflict')) void renew();
        return isOver;
      },
    );
    if (!done) return;
    const { changed } = done.answer;
    const missing = pending.all ? 0 : changeCount(pending) - changed;
    setEditing(undefined);
    await renew();
    const saved = t('permissions.saved', { app });
    say({
      kind: 'success',
      text: missing > 0 ? `${saved} ${t('permissions.sameByOthers', { count: missing })}` : saved,
    });
    onSaved(done.answer.license);
  };

  return { editing, busy, start: begin, toggle, setAll, save, cancel: () => setEditing(undefined) };
}

export type EditingActs = ReturnType<typeof useEditing>;
