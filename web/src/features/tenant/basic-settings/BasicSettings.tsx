import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateTenant } from '#contract/tenant/tenant.ts';
import type { Language } from '#contract/languages.ts';
import type { Region } from '#contract/region.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { ConflictBox } from '../../../base/editing/ConflictBox.tsx';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { tenantQuery, useMe, useRenewMe } from '../../../base/session-queries.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { FormScope } from '../../../ui/form/form-scope.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { useVersionedDraft } from '../versioned-draft.ts';
import { NameCard } from './NameCard.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { type Basics, basicsOf, changesBetween, fieldNames, valueWords } from './basics.ts';

const save = (tenantId: string, basics: Basics, basicVersion: string) =>
  call<typeof updateTenant>({
    method: 'PUT',
    path: '/api/auth/tenants/{tenantId}',
    params: { tenantId },
    body: {
      ...basics,
      name: basics.name.trim(),
      region: basics.region as Region,
      locale: basics.locale as Language,
      basicVersion,
    },
    pattern: 'powerUser',
  });

/** The tenant's name, country, region, language and time zone (spec section 2, "basic-settings"). */
export function BasicSettings() {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tenantSettingsQuery(tenantId));
  return (
    <Loaded query={query} height={560} failedTitle={t('tenant.failedTitle')}>
      {(tenant) => <Form begun={tenant} />}
    </Loaded>
  );
}

function Form({ begun }: { begun: TenantSettings }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const renewMe = useRenewMe();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const [valid, setValid] = useState(true);
  const { busy, run } = useAct(setAlert);
  const editing = useVersionedDraft(begun, basicsOf);
  const { base, draft, newer, changed } = editing;
  const put = async (basics: Basics, from: TenantSettings, isUndo = false) => {
    const done = await run(
      () => save(from.tenantId, basics, from.basicVersion),
      (error) => {
        if (!hasErrorId(error, 'conflict')) return false;
        void queryClient.fetchQuery({ ...tenantSettingsQuery(from.tenantId), staleTime: 0 }).then(editing.meet);
        return true;
      },
    );
    if (!done) return;
    const saved = done.answer;
    queryClient.setQueryData(tenantSettingsQuery(saved.tenantId).queryKey, saved);
    editing.begin(saved);
    // The frame and every time of day follow.
    void queryClient.fetchQuery({ ...tenantQuery, staleTime: 0 }).catch(() => {});
    void renewMe();
    const fields = changesBetween(basicsOf(from), basicsOf(saved)).map((field) => t(fieldNames[field]));
    const undo = { label: t('common.undo'), onClick: () => void put(basicsOf(from), saved, true) };
    setAlert({
      kind: 'success',
      text: isUndo ? t('tenant.undone') : t('tenant.saved', { fields: new Intl.ListFormat(language).format(fields) }),
      ...(isUndo ? {} : { action: undo }),
    });
  };
  const onSave = () => void put(draft, base);
  const words = (values: Basics, field: keyof Basics) => valueWords(t, language, field, values[field]);
  const disabled = !me.permissions.includes('tenant:write');
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {newer ? (
        <ConflictBox
          differences={editing.differences.map(({ field, both }) => ({
            name: t(fieldNames[field]),
            theirs: words(basicsOf(newer), field),
            mine: both ? words(draft, field) : undefined,
          }))}
          onTakeTheirs={editing.takeTheirs}
          onKeepMine={editing.keepMine}
        />
      ) : null}
      <FormScope onValidity={setValid}>
        <EnterSaves key={editing.round}>
          <NameCard tenant={base} draft={draft} change={editing.change} disabled={disabled} />
          <PlaceCard draft={draft} change={editing.change} disabled={disabled} />
        </EnterSaves>
      </FormScope>
      <SaveBar
        changed={changed && !newer}
        invalid={!valid}
        busy={busy}
        onSave={onSave}
        onDiscard={() => editing.begin(base)}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}
