import { useEffect, useState } from 'react';
import { paths } from '../../base/paths.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button, ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { partiesToTell, signOut } from '../../base/sign-out.ts';
import { keep, takeKept } from './kept.ts';
import { providerOf, type Told, tellPages } from './tell-pages.ts';

/** Sends on to the app that asked for the sign-out, if its address is registered. */
const END_SESSION = '/api/auth/oauth/provider/session/end';

type State = 'working' | 'atProvider' | 'signedOut' | 'failed' | 'kept';

/**
 * `/logout.html` (spec section 2 and 4): signs out on arrival and tells the other services, unless `logout=false` stands
 * in the address; then it asks first. An identity provider that takes requests to sign out is offered last, with a way
 * past it; the browser comes back from there with `provider=`, what it answered.
 */
export default function LogoutPage() {
  const { t } = useGuest();
  const query = useQuery();
  const kept = query?.get('logout') === 'false';
  const [state, setState] = useState<State>('working');
  const [told, setTold] = useState<Told[]>([]);
  const [provider, setProvider] = useState<{ name: string; uri: string }>();
  const end = (back: string | null | undefined) => {
    // The server looks at the address of the app once more.
    if (back?.startsWith(`${END_SESSION}?`)) location.replace(back);
    else setState('signedOut');
  };
  const leave = async () => {
    setState('working');
    const parties = await partiesToTell();
    try {
      await signOut();
      setTold(await tellPages(parties));
      const there = providerOf(parties);
      setProvider(there);
      if (there) setState('atProvider');
      else end(query?.get('url'));
    } catch {
      setState('failed');
    }
  };
  const goThere = (uri: string) => {
    keep({ told, back: query?.get('url') ?? null });
    location.assign(uri);
  };
  const skip = () => {
    setTold(told.map((one) => (one.state === 'pending' ? { ...one, state: 'skipped' } : one)));
    end(query?.get('url'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (query === null) return;
    const back = query.has('provider') ? takeKept(query.get('provider')) : null;
    if (back) {
      setTold(back.told);
      end(back.back);
    } else if (kept || query.has('provider')) setState('kept');
    else void leave();
  }, [query === null]);
  if (state === 'working') {
    return (
      <GuestPage title={t('login.signingOut')}>
        <Spinner label={t('login.signingOut')} />
      </GuestPage>
    );
  }
  if (state === 'atProvider' && provider) {
    return (
      <GuestPage title={t('login.signedOutTitle')}>
        <Parties told={told} />
        <div className="g-actions">
          <Button onClick={() => goThere(provider.uri)}>{t('login.goToProvider', { name: provider.name })}</Button>
          <Button look="quiet" onClick={skip}>
            {t('login.skipProvider')}
          </Button>
        </div>
      </GuestPage>
    );
  }
  if (state === 'signedOut') {
    return (
      <GuestPage title={t('login.signedOutTitle')} lead={t('login.signedOut')}>
        <Parties told={told} />
        <ButtonLink look="primary" href={paths.login}>
          {t('login.signInAgain')}
        </ButtonLink>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={t('login.signOutTitle')} lead={state === 'kept' ? t('login.signOutAsk') : undefined}>
      {state === 'failed' ? <Alert kind="failure">{t('login.signOutFailed')}</Alert> : null}
      <div className="g-actions">
        <Button onClick={() => void leave()}>{t('login.signOut')}</Button>
        <ButtonLink href={paths.top}>{t('login.staySignedIn')}</ButtonLink>
      </div>
    </GuestPage>
  );
}

/** Who was told of the sign-out, and who answered. */
function Parties({ told }: { told: readonly Told[] }) {
  const { t } = useGuest();
  if (told.length === 0) return null;
  return (
    <section aria-label={t('login.partiesTitle')}>
      <ul className="g-parties">
        {told.map(({ name, state }) => (
          <li key={`${name} ${state}`}>{t(`login.party_${state}`, { name })}</li>
        ))}
      </ul>
    </section>
  );
}
