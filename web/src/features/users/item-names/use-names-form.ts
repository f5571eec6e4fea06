import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateTenant } from '#contract/tenant/tenant.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { failureAlert } from '../../../base/failure.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useAct } from '../../../base/use-act.ts';
import { withoutSent } from '../../../base/editing/without-sent.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { differencesOf, editsBesides, type ItemNames, namesOf, propertiesOf } from './draft.ts';

type Properties = TenantSettings['userExtensionAttributeProperties'];

const save = ({ tenantId, itemNamesVersion }: TenantSettings, userExtensionAttributeProperties: Properties) =>
  call<typeof updateTenant>({
    method: 'PUT',
    path: '/api/auth/tenants/{tenantId}',
    params: { tenantId },
    body: { userExtensionAttributeProperties, itemNamesVersion },
    pattern: 'powerUser',
  });

/** The names as they were read, what was typed over them, and what others saved meanwhile: taken over on purpose only. */
export function useNamesForm(begun: TenantSettings, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const queryClient = useQueryClient();
  const [base, setBase] = useState(begun);
  const [newer, setNewer] = useState<TenantSettings>();
  const [edits, setEdits] = useState<ItemNames>({});
  const { busy, run } = useAct(say);
  const saved = namesOf(base.userExtensionAttributeProperties);
  const names = { ...saved, ...edits };
  const settings = tenantSettingsQuery(base.tenantId);
  const refused = (error: unknown) => {
    if (!hasErrorId(error, 'conflict')) return false;
    const failed = (reason: unknown) => say(failureAlert(t, reason));
    void queryClient.fetchQuery({ ...settings, staleTime: 0 }).then(setNewer, failed);
    return true;
  };
  const put = async (properties: Properties, from: TenantSettings, isUndo = false): Promise<boolean> => {
    const done = await run(() => save(from, properties), refused);
    if (!done) return false;
    const before = from.userExtensionAttributeProperties;
    queryClient.setQueryData(settings.queryKey, done.answer);
    setBase(done.answer);
    const undo = { action: { label: t('common.undo'), onClick: () => void put(before, done.answer, true) } };
    const text = t(isUndo ? 'users.undone' : 'users.itemNames.saved');
    say({ kind: 'success', text, ...(isUndo ? {} : undo) });
    return true;
  };
  const goOn = (kept: ItemNames) => {
    setBase(newer ?? base);
    setEdits(kept);
    setNewer(undefined);
  };
  const differences = newer && differencesOf(saved, namesOf(newer.userExtensionAttributeProperties), edits);
  return {
    names,
    busy,
    changed: JSON.stringify(propertiesOf(names)) !== JSON.stringify(propertiesOf(saved)),
    change: (item: string, text: string) => setEdits((before) => ({ ...before, [item]: text })),
    discard: () => setEdits({}),
    save: async () => {
      if (await put(propertiesOf(names), base)) setEdits((now) => withoutSent(now, edits));
    },
    /** What others saved meanwhile; undefined: nothing is known of it. */
    differences,
    takeTheirs: () => goOn(editsBesides(edits, differences ?? [])),
    keepMine: () => goOn(edits),
  };
}
