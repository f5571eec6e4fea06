import { useEffect, useRef } from 'react';
import { paths } from '../../base/paths.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { TenantLook } from '../../guest-kit/TenantLook.tsx';
import { useFreshPage } from '../../guest-kit/use-fresh-page.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { rememberedTenantId } from '../../session/accounts.ts';
import { initialLogin, type LoginState } from './login-state.ts';
import { LoginStepForm } from './LoginStepForm.tsx';
import { StatusNotices } from './StatusNotices.tsx';
import { useLogin } from './use-login.ts';
import { UserCodeAlert } from '../../guest-kit/UserCodeAlert.tsx';

const headings: Record<LoginState['step'], { title: TextKey; lead?: TextKey }> = {
  identify: { title: 'login.title' },
  cached: { title: 'login.welcomeBack' },
  accounts: { title: 'login.accountsTitle' },
  mfa: { title: 'login.secondFactorTitle' },
  password: { title: 'login.passwordExpiredTitle', lead: 'login.passwordExpired' },
  selectAccounts: { title: 'login.selectAccountTitle', lead: 'login.selectAccount' },
};

/** Says the new step and puts its title on the tab, once the step has changed. */
function useStepTitle(title: string) {
  const { product } = useGuest();
  const said = useRef<HTMLParagraphElement>(null);
  const before = useRef(title);
  useEffect(() => {
    if (before.current === title) return;
    before.current = title;
    document.title = `${title} · ${product}`;
    if (said.current) said.current.textContent = title;
  }, [title, product]);
  return <p ref={said} className="g-hidden" aria-live="polite" />;
}

/**
 * Whose look the page wears: that of the account that is offered, else of the tenant in the address; the later steps keep
 * it. Undefined before the page knows who was here.
 */
function useLookTenant(state: LoginState, addressed: string): string | null | undefined {
  const kept = useRef<string | null>(undefined);
  if (state === initialLogin) return undefined;
  if (state.step === 'cached') kept.current = state.account.tenantId;
  else if (state.step === 'identify') kept.current = addressed || null;
  return kept.current;
}

/** `/login.html` and `/portal/login.html` (spec section 2). The `url` in the address is where to go afterwards. */
export default function LoginPage() {
  const { t, data } = useGuest();
  const login = useLogin();
  const { state, dispatch, awake } = login;
  useFreshPage();
  const { title, lead }: (typeof headings)[LoginState['step']] = login.arriving
    ? { title: 'login.signingIn' }
    : headings[state.step];
  const announcement = useStepTitle(t(title));
  const lookTenant = useLookTenant(state, login.tenantId);
  const knownTenant = login.tenantId || (awake ? rememberedTenantId() : '');
  const begins = !login.arriving && (state.step === 'identify' || state.step === 'cached');
  const offersWays = begins && state.step === 'identify' && state.ways.length > 1;
  const toApp = begins && data.app ? t('login.continueTo', { app: data.app }) : undefined;
  const offered = begins ? login.offered : undefined;
  const other = state.way === 'loginMailAddress' ? 'userId' : 'loginMailAddress';
  return (
    <TenantLook tenantId={lookTenant}>
      <GuestPage title={t(title)} lead={lead ? t(lead) : toApp} below={<StatusNotices />}>
        {announcement}
        {begins ? <UserCodeAlert outcome={login.userCode} /> : null}
        {state.expired ? <Alert kind="warning">{t('login.expired')}</Alert> : null}
        {begins ? <FormAlert alert={login.alert} /> : null}
        {login.arriving ? (
          <Spinner label={t('login.signingIn')} />
        ) : (
          <LoginStepForm login={login} tenantId={knownTenant} />
        )}
        {offersWays || offered ? <div className="g-or">{t('login.or')}</div> : null}
        {offered ? <offered.Buttons tenantId={offered.tenantId} providers={offered.providers} /> : null}
        {offersWays ? (
          <Button look="quiet" onClick={() => dispatch({ type: 'wayChosen', way: other })}>
            {t(other === 'userId' ? 'login.byUserId' : 'login.byMailAddress')}
          </Button>
        ) : null}
        <ul className="g-links">
          {begins ? (
            <>
              <li>
                <a href={paths.resetPasswordRequest}>{t('login.forgotPassword')}</a>
              </li>
              <li>
                <a href="/portal/id-inquiry.html">{t('login.forgotIds')}</a>
              </li>
            </>
          ) : null}
          {begins || login.arriving || (state.step === 'accounts' && state.remembered.length > 0) ? null : (
            <li>
              <button
                type="button"
                className="g-text-button"
                onClick={() => dispatch({ type: 'startedAgain', expired: false })}
              >
                {t('login.startAgain')}
              </button>
            </li>
          )}
        </ul>
      </GuestPage>
    </TenantLook>
  );
}
