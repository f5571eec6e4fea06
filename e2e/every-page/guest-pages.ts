import {
  addressWithProviders,
  closedAppAddress,
  consentAddress,
  deviceAddress,
  enter,
  fill,
  invitationLink,
  press,
  proofLink,
  resetLink,
} from './acts.ts';
import type { WalkedPage } from './walk.ts';

const login: WalkedPage[] = [
  { of: 'login', as: 'guest', address: '/login.html', shows: 'login.maintenanceTitle' },
  {
    of: 'login',
    state: 'by user ID',
    as: 'guest',
    address: '/portal/login.html',
    prepare: press('login.byUserId'),
    shows: 'login.byMailAddress',
  },
  {
    of: 'login',
    state: 'identity providers',
    as: 'guest',
    address: addressWithProviders,
    prepare: async ({ page, t }) => {
      await page.getByRole('button', { name: t('login.signInWith', { name: 'Acme' }) }).waitFor();
    },
    shows: 'login.or',
  },
  {
    of: 'login',
    state: 'mistakes',
    as: 'guest',
    address: '/login.html',
    prepare: press('login.signIn'),
    shows: 'guest.enterPassword',
  },
  {
    of: 'login',
    state: 'refused',
    as: 'guest',
    address: '/login.html?userCode=failure',
    prepare: enter('user', 'wrong'),
    shows: 'errors.mismatch',
    refusals: [401],
  },
  {
    of: 'login',
    state: 'after a device',
    as: 'guest',
    address: '/login.html?userCode=success',
    shows: 'guest.completeUserCodeVerification',
  },
  {
    of: 'login',
    state: 'second factor',
    as: 'guest',
    address: '/login.html',
    prepare: enter('user'),
    shows: 'login.secondFactorTitle',
  },
  {
    of: 'login',
    state: 'recovery code',
    as: 'guest',
    address: '/login.html',
    prepare: async (walker) => {
      await enter('user')(walker);
      await press('guest.useRecoveryCode')(walker);
    },
    shows: 'guest.recoveryCodeHelp',
  },
  {
    of: 'login',
    state: 'expired password',
    as: 'guest',
    address: '/login.html',
    prepare: enter('expired'),
    shows: 'login.passwordExpiredTitle',
  },
  {
    of: 'login',
    state: 'several accounts',
    as: 'guest',
    address: '/login.html',
    prepare: enter('twofold'),
    shows: 'login.selectAccountTitle',
  },
  { of: 'login', state: 'remembered', as: 'user', address: '/login.html', shows: 'login.welcomeBack' },
  {
    of: 'login',
    state: 'accounts',
    as: 'admin',
    address: '/login.html',
    prepare: press('login.change'),
    shows: 'login.accountsTitle',
  },
];

const mailed: WalkedPage[] = [
  {
    of: 'reset-password-request',
    as: 'guest',
    address: '/portal/reset-password-request.html',
    shows: 'registration.resetRequestTitle',
  },
  {
    of: 'reset-password-request',
    state: 'sent',
    as: 'guest',
    address: '/portal/reset-password-request.html',
    prepare: async (walker) => {
      await fill(walker, 'guest.mailAddress', 'nobody@nowhere.example');
      await press('registration.sendResetMail')(walker);
    },
    shows: 'registration.resetSentTitle',
  },
  { of: 'id-inquiry', as: 'guest', address: '/portal/id-inquiry.html', shows: 'registration.idInquiryTitle' },
  {
    of: 'id-inquiry',
    state: 'sent',
    as: 'guest',
    address: '/portal/id-inquiry.html',
    prepare: async (walker) => {
      await fill(walker, 'guest.mailAddress', 'nobody@nowhere.example');
      await press('registration.sendIds')(walker);
    },
    shows: 'registration.idsSentTitle',
  },
  { of: 'reset-password', as: 'guest', address: resetLink, shows: 'registration.resetStart' },
  {
    of: 'reset-password',
    state: 'new password',
    as: 'guest',
    address: resetLink,
    prepare: press('guest.continue'),
    shows: 'registration.newPasswordTitle',
  },
  {
    of: 'reset-password',
    state: 'spent',
    as: 'guest',
    address: '/portal/reset-password.html',
    shows: 'registration.linkSpentTitle',
  },
  { of: 'register', as: 'guest', address: invitationLink, shows: 'registration.registerStart' },
  {
    of: 'register',
    state: 'form',
    as: 'guest',
    address: invitationLink,
    prepare: press('guest.continue'),
    shows: 'registration.surroundings',
  },
  {
    of: 'self-register',
    as: 'guest',
    address: async ({ cast }) => cast.registerUrl,
    shows: 'registration.haveAccount',
  },
  {
    of: 'self-register',
    state: 'sent',
    as: 'guest',
    address: async ({ cast }) => cast.registerUrl,
    prepare: async (walker) => {
      await fill(walker, 'guest.mailAddress', 'nobody@nowhere.example');
      await press('registration.sendProof')(walker);
    },
    shows: 'registration.proofSentTitle',
  },
  { of: 'self-register', state: 'proof', as: 'guest', address: proofLink, shows: 'registration.selfRegisterStart' },
  {
    of: 'self-register',
    state: 'form',
    as: 'guest',
    address: proofLink,
    prepare: press('guest.continue'),
    shows: 'registration.register',
  },
  {
    of: 'self-register',
    state: 'over',
    as: 'guest',
    address: `/portal/self-register.html?code=demo.${'A'.repeat(43)}`,
    shows: 'registration.urlOver',
    refusals: [410],
  },
  {
    of: 'connection-setup',
    as: 'guest',
    address: `/portal/connection-setup.html#link=demo.${'A'.repeat(43)}`,
    shows: 'connectionSetup.start',
  },
  {
    of: 'connection-setup',
    state: 'over',
    as: 'guest',
    address: '/portal/connection-setup.html',
    shows: 'connectionSetup.over',
    refusals: [410],
  },
  {
    of: 'confirm-mail-address',
    as: 'guest',
    address: `/portal/confirm-mail-address.html?exchangeCode=demo.${'A'.repeat(43)}`,
    shows: 'registration.confirmAddressLead',
  },
];

const passing: WalkedPage[] = [
  { of: 'logout', as: 'guest', address: '/logout.html', shows: 'login.signedOutTitle' },
  { of: 'logout', state: 'asks', as: 'guest', address: '/logout.html?logout=false', shows: 'login.signOutAsk' },
  {
    of: 'logout',
    state: 'identity provider',
    as: 'guest',
    address: '/logout.html',
    // Whom a sign-out reaches depends on how somebody signed in (saml-sp.journey.ts).
    before: async ({ page }) => {
      const wiki = { name: 'Wiki of the sales department', how: 'background' };
      const provider = { name: 'Acme', how: 'browser', uri: 'https://idp.example/slo' };
      const json = { logoutUris: [], parties: [wiki, provider] };
      await page.route('**/api/auth/logoutUris', (route) => route.fulfill({ json }));
    },
    shows: 'login.skipProvider',
  },
  {
    of: 'oauth-callback',
    as: 'guest',
    address: '/oauth-callback.html?code=a-code&state=a-state',
    // It would continue at once.
    before: async ({ page }) => {
      const pending = { state: 'a-state', verifier: 'a-verifier', target: '/portal/top.html' };
      await page.goto('/healthz');
      await page.evaluate((value) => sessionStorage.setItem('portico-sign-in', value), JSON.stringify(pending));
      await page.route('**/oauth/provider/token', () => {});
    },
    shows: 'login.signingIn',
    busy: true,
  },
  { of: 'error', as: 'guest', address: '/error.html?error=session_invalid', shows: 'guest.sessionInvalidTitle' },
  {
    of: 'error',
    state: 'foreign words',
    as: 'guest',
    address:
      '/error.html?error-title=Printing%20failed&error-contents=Call%20the%20help%20desk.&link-general-site=show&request-id=0193f7c2-5d1e-7a44',
    shows: 'guest.toGeneralSite',
  },
  { of: '404', as: 'guest', address: '/no-such-page', shows: 'guest.notFoundTitle', refusals: [404] },
];

const withSession: WalkedPage[] = [
  {
    of: 'mfa-authenticator-setting',
    as: 'admin',
    address: '/mfa-authenticator-setting.html',
    prepare: press('device.showSecret'),
    shows: 'device.copySecret',
  },
  {
    of: 'mfa-authenticator-setting',
    state: 'prove',
    as: 'user',
    address: '/mfa-authenticator-setting.html?prove=mfa',
    shows: 'device.proveLead',
  },
  { of: 'skip-mfa', as: 'admin', address: '/skip-mfa.html', shows: 'device.skip' },
  { of: 'authorization', as: 'admin', address: '/portal/authorization', shows: 'device.enterLead' },
  {
    of: 'authorization',
    state: 'confirm',
    as: 'admin',
    address: deviceAddress,
    prepare: press('guest.continue'),
    shows: 'device.confirmLead',
  },
  { of: 'consent', as: 'admin', address: consentAddress, shows: 'device.consentLead' },
  { of: 'consent', state: 'no access', as: 'admin', address: closedAppAddress, shows: 'device.noAccessLead' },
];

/** The guest pages (web/src/guest/pages.ts) in the states that users see. */
export const guestWalk: readonly WalkedPage[] = [...login, ...mailed, ...passing, ...withSession];
