import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomTheme } from '#contract/tenant/custom-theme.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { ConflictBox } from '../../../base/editing/ConflictBox.tsx';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { tenantQuery, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { FormScope } from '../../../ui/form/form-scope.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { useVersionedDraft } from '../versioned-draft.ts';
import { ColourCard } from './ColourCard.tsx';
import { HeaderCard } from './HeaderCard.tsx';
import { LogoCard } from './LogoCard.tsx';
import { fieldNames, type Look, lookOf, valueWords } from './look.ts';
import { type HeaderShown, Preview } from './Preview.tsx';
import { customThemeQuery, saveLook } from './queries.ts';

/** Colour, logo and header of the tenant (spec section 3, "Custom theme"), looked at before they are saved. */
export function Branding({ Header }: { Header: HeaderShown }) {
  const t = useT();
  return (
    <Loaded query={useQuery(customThemeQuery)} height={640} failedTitle={t('tenant.lookFailedTitle')}>
      {(look) => <Form begun={look} Header={Header} />}
    </Loaded>
  );
}

function Form({ begun, Header }: { begun: CustomTheme; Header: HeaderShown }) {
  const t = useT();
  const me = useMe();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const [valid, setValid] = useState(true);
  const { busy, run } = useAct(setAlert);
  const editing = useVersionedDraft(begun, lookOf);
  const { base, draft, newer, changed } = editing;
  const put = async (look: Look, from: CustomTheme, isUndo = false) => {
    const done = await run(
      () => saveLook(look, from.version),
      (error) => {
        if (!hasErrorId(error, 'conflict')) return false;
        void queryClient.fetchQuery({ ...customThemeQuery, staleTime: 0 }).then(editing.meet);
        return true;
      },
    );
    if (!done) return;
    queryClient.setQueryData(customThemeQuery.queryKey, done.answer);
    editing.begin(done.answer);
    // The frame around this page wears it at once.
    void queryClient.fetchQuery({ ...tenantQuery, staleTime: 0 }).catch(() => {});
    const undo = { label: t('common.undo'), onClick: () => void put(lookOf(from), done.answer, true) };
    const text = t(isUndo ? 'tenant.lookUndone' : 'tenant.lookSaved');
    setAlert({ kind: 'success', text, ...(isUndo ? {} : { action: undo }) });
  };
  const card = { draft, change: editing.change, disabled: !me.permissions.includes('tenant:write') };
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {newer ? (
        <ConflictBox
          differences={editing.differences.map(({ field, both }) => ({
            name: t(fieldNames[field]),
            theirs: valueWords(t, newer[field]),
            mine: both ? valueWords(t, draft[field]) : undefined,
          }))}
          onTakeTheirs={editing.takeTheirs}
          onKeepMine={editing.keepMine}
        />
      ) : null}
      <FormScope onValidity={setValid}>
        <EnterSaves key={editing.round}>
          <ColourCard {...card} />
          <LogoCard {...card} />
          <HeaderCard {...card} tenantName={me.tenantName} />
        </EnterSaves>
      </FormScope>
      <Preview look={draft} me={me} Header={Header} />
      <SaveBar
        changed={changed && !newer}
        invalid={!valid}
        busy={busy}
        onSave={() => void put(draft, base)}
        onDiscard={() => editing.begin(base)}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}
