import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import type { updateMe } from '#contract/site/me-basic-settings.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { pageLanguage, rememberLanguage } from '../../../i18n/language.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { FormScope } from '../../../ui/form/form-scope.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { type CardMistakes, type Changes, changesOf, draftOf, reduceDraft } from './draft.ts';
import { LanguageCard } from './LanguageCard.tsx';
import { LoginMailAddressCard } from './LoginMailAddressCard.tsx';
import { MailAddressesCard } from './MailAddressesCard.tsx';
import { NamesCard } from './NamesCard.tsx';

const route = getRouteApi('/frame/portal/account/basic_settings');

const save = (changes: Changes) => call<typeof updateMe>({ method: 'PUT', path: '/api/auth/me', body: changes });

/** Basic settings: names, language, time zone, mail addresses (spec section 2, My Account Settings). */
export function BasicSettings() {
  const t = useT();
  const me = useMe();
  const renewMe = useRenewMe();
  const [draft, change] = useReducer(reduceDraft, me, draftOf);
  const [valid, setValid] = useState(true);
  const [mistakes, setMistakes] = useState<CardMistakes>({});
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  useSavedNotice(setAlert);
  const changes = changesOf(draftOf(me), draft);
  const changed = Object.keys(changes).length > 0;
  const refused = (error: unknown) => {
    const found = fieldMistakes(error, {}, ['familyName', 'givenName', 'mailAddresses'] as const);
    if (found) setMistakes(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
    return found !== undefined;
  };
  const put = async (body: Changes, undo: Changes | undefined) => {
    setMistakes({});
    const done = await run(() => save(body), refused);
    if (!done) return;
    await renewMe(done.answer);
    change({ type: 'reset', me: done.answer });
    if (followLanguage(done.answer)) return;
    const action = undo ? { action: { label: t('common.undo'), onClick: () => void put(undo, undefined) } } : {};
    setAlert({ kind: 'success', text: t(undo ? 'account.basic.saved' : 'account.basic.undone'), ...action });
  };
  const onSave = () => void put(changes, changesOf(draft, draftOf(me)));
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <FormScope onValidity={setValid}>
        <EnterSaves>
          <NamesCard me={me} draft={draft} change={change} mistakes={mistakes} />
          <LanguageCard me={me} draft={draft} change={change} />
          <LoginMailAddressCard me={me} say={setAlert} />
          <MailAddressesCard me={me} draft={draft} change={change} mistakes={mistakes} />
        </EnterSaves>
      </FormScope>
      <SaveBar
        changed={changed}
        invalid={!valid}
        busy={busy}
        onSave={onSave}
        onDiscard={() => {
          setMistakes({});
          change({ type: 'reset', me });
        }}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}

/** A new language shows on all pages at once: the page is loaded again in it, and says there what was done. */
function followLanguage(me: Me): boolean {
  const language = me.locale ?? me.tenantLocale;
  if (language === pageLanguage()) return false;
  rememberLanguage(language);
  const url = new URL(location.href);
  url.searchParams.delete('ui_locales');
  url.searchParams.set('saved', 'true');
  // Not by the router: the page that is shown must not change any more.
  setTimeout(() => location.replace(url));
  return true;
}

function useSavedNotice(say: (alert: AlertContent) => void): void {
  const t = useT();
  const { saved } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (!saved) return;
    say({ kind: 'success', text: t('account.basic.saved') });
    void navigate({ search: {}, replace: true });
  }, [saved, say, navigate, t]);
}
