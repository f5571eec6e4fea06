import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ExternalAccount } from '#contract/federation/me-external-accounts.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { Translate } from '../../../i18n/keys.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

/** What the fragment says that the server came back with; undefined where it says none, or not what is so. */
function alertOf(t: Translate, told: URLSearchParams, accounts: readonly ExternalAccount[]): AlertContent | undefined {
  const error = told.get('federationError');
  if (error !== null) return { kind: 'failure', title: t('account.external.notLinkedTitle'), text: wordsOf(t, error) };
  const isSaml = told.get('type') === 'saml';
  const account = accounts.find(({ opId, type }) => opId === told.get('provider') && (type === 'saml') === isSaml);
  return account && { kind: 'success', text: t('account.external.linked', { name: account.displayName }) };
}

function wordsOf(t: Translate, error: string): string {
  if (error === 'other_idp_account_federated') return t('account.external.takenElsewhere');
  const key = `errors.${error}` as Parameters<Translate>[0];
  const words = t(key);
  // Anybody can write an address: what is no error of ours is not repeated.
  return words === key || !/^\w+$/.test(error) ? t('errors.unknown_error') : words;
}

/** Says how linking an account at a provider went, once the linked accounts are known; the address forgets it at once. */
export function useReturn(accounts: readonly ExternalAccount[] | undefined, say: (alert: AlertContent) => void): void {
  const t = useT();
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [told, setTold] = useState<URLSearchParams>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the browser came back with
  useEffect(() => {
    const given = new URLSearchParams(hash);
    if (given.get('purpose') !== 'connect') return;
    setTold(given);
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  }, [hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (!told || !accounts) return;
    setTold(undefined);
    const alert = alertOf(t, told, accounts);
    if (alert) say(alert);
  }, [told, accounts]);
}
