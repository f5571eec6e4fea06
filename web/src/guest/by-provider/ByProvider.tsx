import { useEffect, useState } from 'react';
import type { loginType, OfferedProvider } from '#contract/sign-in/login.ts';
import { call } from '../../api/call.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { type Registering, registerWith } from './register-with.ts';

/** The part of the sign-in page that has buttons for providers; shared only as what is loaded later, or it would weigh there. */
const loadFederated = () => import('../login/federated/ProviderButtons.tsx');
type Federated = Awaited<ReturnType<typeof loadFederated>>;

/** The identity providers of the organization, as other ways to complete a registration than a password, or the only ones. */
export function ByProvider({
  tenantId,
  first,
  alone = false,
  ...registering
}: {
  tenantId: string;
  /** What has to be entered before. */
  first?: { say: string; focus: () => void } | undefined;
  /** Passwords are closed to who registers. */
  alone?: boolean;
} & Registering) {
  const { t } = useGuest();
  const [offered, setOffered] = useState<{ providers: OfferedProvider[]; Buttons: Federated['ProviderButtons'] }>();
  const [failure, setFailure] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language of the page does not ask again
  useEffect(() => {
    const find = async () => {
      const body = { tenantId };
      const asked = { method: 'POST', path: '/api/auth/loginType/site', noAuth: true, body } as const;
      const { providers } = await call<typeof loginType>(asked);
      if (providers.length > 0) setOffered({ providers, Buttons: (await loadFederated()).ProviderButtons });
      else if (alone) setFailure(t('registration.noWay'));
    };
    // Not knowing them, the page asks for a password, where one is open.
    find().catch(() => {
      if (alone) setFailure(t('guest.unreachable'));
    });
  }, [tenantId, alone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the browser came back with
  useEffect(() => {
    const told = new URLSearchParams(location.hash.slice(1)).get('federationError');
    if (told === null) return;
    history.replaceState(null, '', location.pathname);
    loadFederated()
      .then(({ failureWords }) => failureWords(told))
      .then((words) => setFailure(words ?? t('guest.unknownError')))
      .catch(() => setFailure(t('guest.unreachable')));
  }, []);
  const register = async (chosen: OfferedProvider) => {
    setFailure(first?.say);
    if (first) return first.focus();
    await registerWith(chosen, registering);
  };
  return (
    <>
      <FormAlert alert={failure === undefined ? undefined : { text: failure, count: 1 }} />
      {alone && !offered && failure === undefined ? <Spinner label={t('guest.loading')} /> : null}
      {offered ? (
        <>
          {alone ? null : <div className="g-or">{t('registration.or')}</div>}
          <offered.Buttons tenantId={tenantId} providers={offered.providers} registers={register} />
        </>
      ) : null}
    </>
  );
}
