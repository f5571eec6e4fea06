import { randomUUID } from 'node:crypto';
import { SITE_SETUP_ICON } from '#contract/site/navigation-icons.ts';
import { paths } from '../../web/src/base/paths.ts';
import { exportUsers, limitAccess, press, uploadUsers } from './acts.ts';
import { provisioning } from './provisioning-pages.ts';
import { targets } from './target-pages.ts';
import { webhooks } from './webhook-pages.ts';
import { samlConnections } from './saml-connection-pages.ts';
import { onceMade, type WalkedPage, type Walker } from './walk.ts';

/** The account menu in the header, by the part of its name that all users share. */
const openAccountMenu = async ({ page, t }: Walker) => {
  await page.getByRole('button', { name: t('ui.accountMenu', { name: '' }).trim() }).click();
};

const page = (path: string, shows: string): WalkedPage => ({ of: path, as: 'user', address: path, shows });
const section = (name: Parameters<typeof paths.account>[0], shows: string) => page(paths.account(name), shows);

/** A dialog of a page: the button that opens it. */
const dialog = (name: Parameters<typeof paths.account>[0], button: string, shows: string): WalkedPage => ({
  ...section(name, shows),
  state: `dialog ${shows}`,
  prepare: press(button),
});

const top: WalkedPage[] = [
  page(paths.top, 'top.toHistory'),
  { ...page(paths.top, 'top.tenant'), state: 'administrator', as: 'admin' },
  { ...page(paths.top, 'common.signOut'), state: 'account menu', prepare: openAccountMenu },
  {
    ...page(paths.top, 'palette.kindPage'),
    state: 'command palette',
    prepare: async ({ page: open, t }) => open.getByRole('button', { name: t('ui.goTo') }).click(),
  },
  {
    ...page(paths.top, 'portal.accounts.why'),
    state: 'account switch',
    as: 'admin',
    prepare: async (walker) => {
      await openAccountMenu(walker);
      await press('common.switchAccount')(walker);
    },
  },
  { ...page(paths.defaultTenant, 'portal.accounts.why'), as: 'admin' },
  {
    ...page(paths.top, 'top.guide.siteSetupIs'),
    state: 'setting guide',
    as: 'admin',
    address: `${paths.top}?iconId=${SITE_SETUP_ICON}`,
  },
  { ...page(paths.setupNavi, 'setup.why_people'), as: 'admin' },
  { ...page(paths.backToNavi, 'setup.why_people'), as: 'admin' },
  { ...page(paths.adminMenu, 'ui.nav.exportsAndRetention'), as: 'admin' },
];

const account: WalkedPage[] = [
  page('/portal/account', 'account.basic.namesWhy'),
  section('basic_settings', 'account.basic.namesWhy'),
  dialog('basic_settings', 'account.loginMail.change', 'account.loginMail.dialogWhy'),
  section('change_password', 'account.password.othersEnd'),
  section('external_service_login_coordination', 'account.external.emptyTitle'),
  section('device_login_settings', 'account.cards.none'),
  dialog('device_login_settings', 'account.cards.add', 'account.cards.numberHelp'),
  dialog('device_login_settings', 'account.pin.choose', 'account.pin.chooseWhy'),
  section('mfa_settings', 'account.recovery.use'),
  { ...section('mfa_settings', 'account.mfa.appWhy'), state: 'not set up', as: 'admin' },
  dialog('mfa_settings', 'common.remove', 'account.mfa.removeTitle'),
  section('group_list', 'account.groups.emptyTitle'),
  { ...section('group_list', 'account.groups.lead'), state: 'filled', as: 'admin' },
  section('login_history', 'account.history.status_error'),
  section('sessions', 'account.sessions.thisDevice'),
  section('connected_apps', 'apps.none_me'),
  dialog('connected_apps', 'apps.request', 'apps.purposeHelp'),
];

const help: WalkedPage[] = [
  page(paths.help, 'ui.guides.lead'),
  { ...page('/help/$guide', 'ui.guides.title'), address: paths.guide('password-policy') },
];

const users: WalkedPage[] = [
  { ...page(paths.users, 'users.lead'), as: 'admin' },
  { ...page(paths.users, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  { ...page(paths.newUser, 'users.add'), as: 'admin' },
  { ...page('/portal/users/$userId', 'users.acts'), as: 'admin', address: `${paths.users}/taro` },
  {
    ...page('/portal/users/$userId', 'users.missing.back'),
    state: 'not there',
    as: 'admin',
    address: `${paths.users}/no.such.user`,
    refusals: [404],
  },
  {
    ...page('/portal/users/$userId', 'reasons.why'),
    state: 'licenses',
    as: 'admin',
    address: `${paths.users}/taro?tab=licenses`,
    prepare: async ({ page: open, t }) => open.getByText(t('reasons.why'), { exact: true }).first().click(),
  },
  {
    ...page('/portal/users/$userId', 'users.device.accountsNone'),
    state: 'device sign-in',
    as: 'admin',
    address: `${paths.users}/taro?tab=device`,
  },
  {
    ...page('/portal/users/$userId', 'apps.none_user'),
    state: 'connected apps',
    as: 'admin',
    address: `${paths.users}/taro?tab=apps`,
  },
  {
    ...page('/portal/users/$userId', 'users.device.numberHelp_card'),
    state: 'new card',
    as: 'admin',
    address: `${paths.users}/taro?tab=device`,
    prepare: press('users.device.add'),
  },
  { ...page(paths.userItemNames, 'users.itemNames.why'), as: 'admin' },
];

/** The page of a group of the demo tenant. */
const salesAddress = onceMade('group', async ({ page: open, t }) => {
  await open.goto(`${paths.groups}?view=all&keyword=sales`);
  const link = open.getByRole('row').filter({ hasText: 'sales' }).getByRole('link').first();
  await open.getByText(t('groups.lead')).waitFor();
  return (await link.getAttribute('href')) ?? '';
});

const group = (tab: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...page('/portal/groups/$uuid', shows),
  as: 'admin',
  address: async (walker) => (await salesAddress(walker)) + tab,
  state,
  ...(prepare ? { prepare } : {}),
});

const groups: WalkedPage[] = [
  { ...page(paths.groups, 'groups.lead'), as: 'admin' },
  { ...page(paths.groups, 'ui.noHit'), state: 'nothing found', as: 'admin', address: `${paths.groups}?keyword=zzz` },
  { ...page(paths.groups, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  { ...page(paths.newGroup, 'groups.addLead'), as: 'admin' },
  group('', 'groups.placeWhy', 'profile'),
  group('?tab=members', 'groups.direct', 'members'),
  group('?tab=children', 'groups.noChildrenTitle', 'child groups'),
  group('?tab=history', 'history.emptyTitle', 'history'),
  group('?tab=members', 'common.cancel', 'dialog add users', press('groups.add_users')),
  group('?tab=devices', 'groups.noneTitle_devices', 'devices'),
  group('?tab=devices', 'common.cancel', 'dialog add devices', press('groups.add_devices')),
  group('', 'pickers.noGroupChosen', 'dialog group', press('groups.putInto')),
  group('', 'pickers.tagsTitle', 'dialog tags', press('groups.chooseTags')),
  { ...page(paths.tags, 'groups.noTagsTitle'), as: 'admin' },
  {
    ...page(paths.tags, 'common.cancel'),
    state: 'dialog',
    as: 'admin',
    prepare: press('groups.addTag'),
  },
];

/** The page of a device of the demo tenant. */
const device = (search: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...page('/portal/devices/$deviceId', shows),
  state,
  as: 'admin',
  address: `${paths.devices}/berlin-office${search}`,
  ...(prepare && { prepare }),
});
const deviceAct =
  (act: 'enrol' | 'delete'): NonNullable<WalkedPage['prepare']> =>
  async (walker) => {
    await press('devices.acts')(walker);
    await press(`devices.act.${act}`)(walker);
  };

const devices: WalkedPage[] = [
  { ...page(paths.devices, 'devices.lead'), as: 'admin' },
  { ...page(paths.devices, 'ui.noHit'), state: 'nothing found', as: 'admin', address: `${paths.devices}?keyword=zzz` },
  { ...page(paths.devices, 'devices.idle'), state: 'filters', as: 'admin', address: `${paths.devices}?idle=1` },
  { ...page(paths.devices, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  {
    ...page(paths.devices, 'devices.exportAll'),
    state: 'dialog export',
    as: 'admin',
    prepare: async ({ page: open, t }) => {
      const name = new RegExp(`^${t('devices.export', { count: 1_234_567 }).replace(/1\D?234\D?567/, '[\\d.,]+')}$`);
      await open.getByRole('button', { name }).click();
    },
  },
  { ...page(paths.deviceExport, 'transfer.exportsEmptyTitle'), as: 'admin' },
  device('', 'devices.machineWhy', 'profile'),
  device('?tab=groups', 'devices.groupsWhy', 'groups'),
  device('?tab=licenses', 'reasons.title', 'licenses'),
  device('?tab=history', 'history.act', 'history'),
  device('', 'devices.effect.enrol', 'dialog enrol', deviceAct('enrol')),
  device('', 'devices.effect.delete', 'dialog delete', deviceAct('delete')),
  {
    ...device('', 'devices.missing.back', 'not there'),
    address: `${paths.devices}/no-such-device`,
    refusals: [404],
  },
];

const mixedFile = [
  'operation,userId,familyName,givenName,department',
  'create,new.one,Ito,Mei,Sales',
  'update,taro,山田,太郎,A department with a name that is longer than most others',
  'destroy,hanako.suzuki,,,',
];
/** A file as exported by Entra ID: user IDs are created from email addresses. */
const directoryFile = [
  'userPrincipalName,displayName,surname,mail,givenName,objectId,userType,jobTitle,department,accountEnabled,usageLocation,streetAddress,state,country,officeLocation,city,postalCode,telephoneNumber,mobilePhone,alternateEmailAddress,ageGroup,consentProvidedForMinor,legalAgeGroupClassification,companyName,creationType,directorySynced,invitationState,identityIssuer,createdDateTime',
  'mei@demo.example,Mei Ito,Ito,mei.ito@demo.example,Mei,1,Member,Engineer,Sales,True,JP,,,Japan,Tokyo,,,,,,,,,,,,,,2026-01-01',
];

/** An import created by uploading a file, on the route of one import. */
const imported = (shows: string, state: string, ...acts: ((walker: Walker) => Promise<void>)[]): WalkedPage => ({
  of: '/portal/users/import/$importId',
  state,
  as: 'admin',
  address: paths.userImports,
  shows,
  prepare: async (walker) => {
    for (const act of acts) await act(walker);
  },
});

const transfers: WalkedPage[] = [
  { ...page(paths.users, 'users.exports'), state: 'menu', as: 'admin', prepare: press('users.menu') },
  { ...page(paths.userImports, 'transfer.fileWhy'), as: 'admin' },
  imported('transfer.emptyCellsWhy', 'columns', uploadUsers('directory', directoryFile)),
  imported('transfer.carryOut', 'preview', uploadUsers('format', mixedFile)),
  imported('transfer.previousRow', 'row opened', uploadUsers('format', mixedFile), async ({ page: open, t }) => {
    await open.getByRole('button', { name: t('transfer.openRow', { row: 4, userId: 'hanako.suzuki' }) }).click();
  }),
  imported('common.cancel', 'confirmation', uploadUsers('format', mixedFile), press('transfer.carryOut')),
  imported('transfer.ended_canceled', 'discarded', uploadUsers('format', mixedFile), press('transfer.giveUp')),
  {
    ...page(paths.userImports, 'transfer.status_canceled'),
    state: 'filled',
    as: 'admin',
    prepare: async (walker) => {
      await uploadUsers('format', mixedFile)(walker);
      await press('transfer.giveUp')(walker);
      await walker.page.getByText(walker.t('transfer.ended_canceled')).first().waitFor();
      await walker.page.goto(paths.userImports);
    },
  },
  { ...page(paths.userExport, 'transfer.exportsTitle'), as: 'admin' },
  { ...page(paths.userBulks, 'users.bulks.title'), as: 'admin' },
  { ...page(paths.jobs, 'ui.nav.jobs'), as: 'admin' },
  {
    ...page(paths.jobs, 'ui.jobExport'),
    state: 'filled',
    as: 'admin',
    address: paths.users,
    prepare: async (walker) => {
      await exportUsers(walker);
      await walker.page.goto(paths.jobs);
      await walker.page
        .getByRole('link', { name: walker.t('ui.jobExport') })
        .first()
        .waitFor();
    },
  },
  { ...page(paths.deletedUsers, 'users.deleted.title'), as: 'admin' },
  {
    ...page(paths.userExport, 'transfer.allUsers'),
    state: 'filled',
    as: 'admin',
    address: paths.users,
    prepare: exportUsers,
  },
];

const license = (address: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...page('/portal/licenses/$licenseId', shows),
  state,
  as: 'admin',
  address: `/portal/licenses/${address}`,
  ...(prepare && { prepare }),
});

const asAdmin = (path: string, shows: string): WalkedPage => ({ ...page(path, shows), as: 'admin' });

const app = (address: string, shows: string, state: string): WalkedPage => ({
  ...asAdmin('/portal/apps/$serviceClass', shows),
  state,
  address: `${paths.apps}/${address}`,
});

const registration: WalkedPage[] = [
  asAdmin('/portal/registration', 'onboarding.mails.expiresAt'),
  asAdmin(paths.registration('mails'), 'onboarding.mails.expiresAt'),
  asAdmin(paths.registration('sendings'), 'onboarding.sendings.lead'),
  {
    ...asAdmin(paths.registration('sendings'), 'onboarding.sendings.missing.back'),
    state: 'not there',
    address: `${paths.registration('sendings')}?sendId=${randomUUID()}`,
    refusals: [404],
  },
  asAdmin(paths.registration('urls'), 'onboarding.urls.used'),
  {
    ...asAdmin(paths.registration('urls'), 'onboarding.urls.limitHelp'),
    state: 'new URL',
    prepare: press('onboarding.urls.make'),
  },
  {
    ...asAdmin(paths.registration('urls'), 'onboarding.urls.endTitle'),
    state: 'end',
    prepare: press('onboarding.urls.end'),
  },
  asAdmin(paths.registration('texts'), 'onboarding.texts.previewWhy'),
  {
    ...asAdmin(paths.registration('texts'), 'onboarding.texts.insert'),
    state: 'own text',
    prepare: async ({ page: open, t }) => {
      await open.getByRole('switch', { name: t('onboarding.texts.use') }).check({ force: true });
      // The preview is dim until the new one is there.
      const old = open.locator('[data-old]');
      await old.waitFor({ state: 'attached', timeout: 2_000 }).catch(() => {});
      await old.waitFor({ state: 'detached' });
    },
  },
  {
    ...asAdmin(paths.users, 'users.mail.item_mfaGuide'),
    state: 'mails to many',
    prepare: async (walker) => {
      await walker.page.getByRole('checkbox', { name: walker.t('ui.choosePage') }).check();
      await press('users.bulk.more')(walker);
    },
  },
  {
    ...asAdmin(paths.users, 'users.assign.license'),
    state: 'license for many',
    prepare: async (walker) => {
      await walker.page.getByRole('checkbox', { name: walker.t('ui.choosePage') }).check();
      await press('users.assign.open')(walker);
    },
  },
  { ...asAdmin(paths.users, 'users.dialog.userIdHelp'), state: 'add', prepare: press('users.dialog.title') },
];

/** Presses Setting in the first column that has it. */
const openSetting = async ({ page: open }: Walker) => {
  await open.locator('[data-setting]').first().click();
  await open.getByRole('checkbox').first().waitFor();
};

const permissions: WalkedPage[] = [
  asAdmin(paths.userPermissions, 'permissions.lead_user'),
  { ...asAdmin(paths.userPermissions, 'permissions.noChanges'), state: 'setting', prepare: openSetting },
  {
    ...asAdmin(paths.userPermissions, 'permissions.all.permitRule_user'),
    state: 'all',
    prepare: async (walker) => {
      await openSetting(walker);
      await walker.page
        .getByRole('button', { name: /[(（]\d+/ })
        .first()
        .click();
    },
  },
  {
    ...asAdmin(paths.userPermissions, 'permissions.emptyApplication_user'),
    state: 'no licences, and an unknown error',
    address: `${paths.userPermissions}?contractId=none&error=unheard_of`,
  },
  {
    ...asAdmin(paths.userPermissions, 'ui.noHit'),
    state: 'nothing found',
    address: `${paths.userPermissions}?keyword=zzz`,
  },
  { ...page(paths.userPermissions, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  asAdmin(paths.devicePermissions, 'permissions.lead_device'),
  { ...asAdmin(paths.devicePermissions, 'permissions.noChanges'), state: 'setting', prepare: openSetting },
];

const tenant: WalkedPage[] = [
  asAdmin('/portal/tenant', 'loginPolicy.siteWhy'),
  asAdmin(paths.tenant('login-settings'), 'loginPolicy.siteWhy'),
  asAdmin(paths.tenant('mfa-settings'), 'loginPolicy.enforceWhy'),
  asAdmin(paths.tenant('device-login-policy'), 'loginPolicy.entryWhy'),
  asAdmin(paths.tenant('custom-settings'), 'users.itemNames.why'),
  asAdmin(paths.tenant('password-policy'), 'policy.strengthWhy'),
  {
    ...asAdmin(paths.tenant('password-policy'), 'policy.impactTitle'),
    state: 'numbers before saving',
    prepare: async ({ page: open, t }) => open.getByLabel(t('policy.minLength')).fill('12'),
  },
  asAdmin(paths.tenant('password-expiration-policy'), 'policy.expiryWhy'),
  asAdmin(paths.tenant('account-lock-policy'), 'policy.lockWhy'),
  asAdmin(paths.tenant('password-expiration-notice'), 'policy.noticeTextWhy'),
  asAdmin(paths.tenant('policy-mails'), 'policy.mailsEmptyTitle'),
  asAdmin(paths.tenant('session-policy'), 'policy.proofWhy'),
  asAdmin(paths.tenant('policy-history'), 'history.emptyTitle'),
  asAdmin(paths.tenant('basic-settings'), 'tenant.nameWhy'),
  asAdmin(paths.tenant('header-customization'), 'tenant.previewSignIn'),
  asAdmin(paths.apps, 'licenses.app.lead'),
  app('print-flow', 'licenses.holders_user', 'users'),
  app('print-flow?tab=device', 'licenses.holders_device', 'devices'),
  app('print-flow?tab=rules', 'licenses.app.changeRule', 'rules'),
  app('print-flow?tab=usage', 'licenses.contract', 'usage'),
  app('no-such-app', 'licenses.app.goneTitle', 'not there'),
  asAdmin(paths.tenant('contract-list'), 'licenses.contractsLead'),
  asAdmin(paths.tenant('license-list'), 'licenses.lead'),
  license('scan-desk-team', 'licenses.holders_user', 'for users'),
  license('print-flow-device', 'licenses.holders_device', 'for devices'),
  license('no-such-license', 'licenses.missing.back', 'not there'),
  license('scan-desk-team?tab=who', 'reasons.checkPassed', 'who', async ({ page: open }) => {
    await open.locator('details summary').first().click();
  }),
  {
    ...asAdmin(paths.tenant('license-list'), 'ui.noHit'),
    state: 'nothing found',
    address: `${paths.tenant('license-list')}?contractId=zzz`,
  },
];

/** The page of an app that is registered for the walk. */
const oauthAppAddress = onceMade('app', async ({ portico }) => {
  const addresses = ['--redirect-uri', 'https://wiki.example/callback'];
  const logout = ['--backchannel-logout-uri', 'https://wiki.example/logout'];
  const words = ['oauth-client', 'create', 'demo', '--name', 'Wiki', ...addresses, ...logout] as const;
  const { clientId } = (await portico.cli(...words)) as { clientId: string };
  return `${paths.oauthApps}/${clientId}`;
});
const oauthApp = (search: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...asAdmin('/portal/oauth-apps/$clientId', shows),
  state,
  address: async (walker) => (await oauthAppAddress(walker)) + search,
  ...(prepare && { prepare }),
});
const oauthAppAct =
  (act: 'secret' | 'disable' | 'delete'): NonNullable<WalkedPage['prepare']> =>
  async (walker) => {
    await press('oauthApps.acts')(walker);
    await press(`oauthApps.act_${act}`)(walker);
  };

/** Chooses that an app is for assigned users only. */
const askToLimit = ({ page: open, t }: Walker) => open.getByLabel(t('oauthApps.access_assigned')).click();

/** The list of apps with one that a user asks for. */
const withRequest = async ({ page: open, t }: Walker) => {
  await open.goto(paths.account('connected_apps'));
  await open.getByText(t('apps.requestsWhy')).waitFor();
  if ((await open.getByText(t('apps.request_open')).count()) > 0) return paths.oauthApps;
  await open.getByRole('button', { name: t('apps.request') }).click();
  const asked = open.getByRole('dialog');
  await asked.getByLabel(t('common.name')).fill('Wiki');
  await asked.getByLabel(t('apps.purpose')).fill('Our handbook');
  await asked.getByRole('button', { name: t('apps.requestSend') }).click();
  await open.getByText(t('apps.request_open')).first().waitFor();
  return paths.oauthApps;
};

/** The page of an identity provider that an administrator adds for the walk. */
const providerAddress = onceMade('openid provider', async ({ page: open, t }) => {
  await open.goto(paths.openidProviders);
  await open.getByText(t('openid.lead')).waitFor();
  // One of the two, once the list is there.
  const known = open.getByRole('link', { name: 'Acme', exact: true });
  await known
    .or(open.getByText(t('openid.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await open
      .getByRole('button', { name: t('openid.add') })
      .first()
      .click();
    const dialog = open.getByRole('dialog');
    await dialog.getByLabel(t('common.name')).fill('Acme');
    await dialog.getByLabel(t('logs.field_issuer')).fill('https://accounts.example.com');
    await dialog.getByLabel(t('logs.field_clientId')).fill('portico');
    await dialog.getByLabel(t('logs.field_clientSecret')).first().fill('a secret');
    await dialog.getByRole('button', { name: t('openid.add') }).click();
    await open.getByText(t('openid.neverTested')).waitFor();
  }
  return `${paths.openidProviders}/acme`;
});
const openidProvider = (search: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...asAdmin('/portal/openid-providers/$opId', shows),
  state,
  address: async (walker) => (await providerAddress(walker)) + search,
  ...(prepare && { prepare }),
});
const openidAct =
  (act: 'switchOn' | 'secret' | 'delete'): NonNullable<WalkedPage['prepare']> =>
  async (walker) => {
    await press('openid.acts')(walker);
    await press(`openid.act_${act}`)(walker);
  };

const openidProviders: WalkedPage[] = [
  asAdmin(paths.openidProviders, 'openid.lead'),
  { ...asAdmin(paths.openidProviders, 'openid.redirectHelp'), state: 'dialog add', prepare: press('openid.add') },
  { ...page(paths.openidProviders, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  openidProvider('', 'openid.peopleWhy', 'settings'),
  openidProvider('?tab=mapping', 'openid.mapGroupsWhy', 'mapping'),
  openidProvider('?tab=mapping', 'openid.mapClaimHelp', 'dialog field', press('openid.map_field')),
  openidProvider('?tab=newUsers', 'openid.newEmptyTitle', 'unknown users'),
  openidProvider('?tab=answers', 'openid.answersEmptyTitle', 'recent sign-ins'),
  openidProvider('', 'openid.effect_untested', 'dialog switch on', openidAct('switchOn')),
  openidProvider('', 'openid.secretRenewHelp', 'dialog secret', openidAct('secret')),
  openidProvider('', 'openid.effect_delete', 'dialog delete', openidAct('delete')),
  {
    ...openidProvider('', 'openid.missingBack', 'not there'),
    address: `${paths.openidProviders}/nothing`,
    refusals: [404],
  },
];

const cybozuSettings = paths.tenant('cybozu-settings');
/** Where nothing is connected; connected it shows what the page of a provider shows. */
const cybozuPages: WalkedPage[] = [
  asAdmin(cybozuSettings, 'openid.cybozuEmpty'),
  { ...asAdmin(cybozuSettings, 'openid.recordAppHelp'), state: 'dialog add', prepare: press('openid.cybozuAdd') },
  { ...page(cybozuSettings, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
];

/** The page of an email domain that an administrator adds for the walk. */
const domainAddress = onceMade('email domain', async ({ page: open, t }) => {
  await open.goto(paths.emailDomains);
  await open.getByText(t('domains.lead')).waitFor();
  const known = open.getByRole('link', { name: 'acme.invalid', exact: true });
  await known
    .or(open.getByText(t('domains.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await open
      .getByRole('button', { name: t('domains.add') })
      .first()
      .click();
    const dialog = open.getByRole('dialog');
    await dialog.getByLabel(t('logs.field_domain')).fill('acme.invalid');
    await dialog.getByRole('button', { name: t('domains.add') }).click();
    await open.getByText(t('domains.proofTitle'), { exact: true }).waitFor();
  }
  return `${paths.emailDomains}/acme.invalid`;
});
const emailDomain = (shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...asAdmin('/portal/email-domains/$domain', shows),
  state,
  address: domainAddress,
  ...(prepare && { prepare }),
});

const certificates: WalkedPage[] = [
  asAdmin(paths.certificates, 'expirations.lead'),
  { ...page(paths.certificates, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
];

const emailDomains: WalkedPage[] = [
  asAdmin(paths.emailDomains, 'domains.lead'),
  { ...asAdmin(paths.emailDomains, 'domains.domainHelp'), state: 'dialog add', prepare: press('domains.add') },
  { ...page(paths.emailDomains, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  emailDomain('domains.providerLater', 'not verified'),
  emailDomain('common.cancel', 'dialog delete', press('common.delete')),
  {
    ...emailDomain('domains.missingBack', 'not there'),
    address: `${paths.emailDomains}/nothing.example`,
    refusals: [404],
  },
];

const oauthApps: WalkedPage[] = [
  asAdmin(paths.oauthApps, 'oauthApps.lead'),
  { ...asAdmin(paths.oauthApps, 'ui.noHit'), state: 'nothing found', address: `${paths.oauthApps}?keyword=zzz` },
  { ...asAdmin(paths.oauthApps, 'oauthApps.nameHelp'), state: 'dialog add', prepare: press('oauthApps.add') },
  { ...asAdmin(paths.oauthApps, 'oauthApps.apiNameHelp'), state: 'dialog add API', prepare: press('oauthApps.addApi') },
  { ...asAdmin(paths.oauthApps, 'oauthApps.requestsWhy'), state: 'requests', address: withRequest, loads: true },
  {
    ...asAdmin(paths.oauthApps, 'oauthApps.declineHelp'),
    state: 'dialog decline',
    address: withRequest,
    loads: true,
    prepare: press('oauthApps.decline'),
  },
  { ...page(paths.oauthApps, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  oauthApp('', 'oauthApps.scopesWhy', 'settings'),
  oauthApp('?tab=access', 'oauthApps.accessHelp_assigned', 'access'),
  oauthApp('?tab=access', 'oauthApps.effect_access', 'dialog limit access', askToLimit),
  oauthApp('?tab=access', 'oauthApps.assignedNone_users', 'access of assigned users', limitAccess),
  oauthApp('?tab=claims', 'oauthApps.claimsWhy', 'claims'),
  oauthApp('?tab=claims', 'oauthApps.exampleWhy', 'claims with an example', press('oauthApps.addClaim')),
  oauthApp('?tab=apis', 'oauthApps.apisOfAppWhy', 'APIs of an app, none'),
  oauthApp('?tab=connection', 'oauthApps.endpoint_endSession', 'connection'),
  oauthApp('?tab=problems', 'oauthApps.problemsEmptyTitle', 'problems'),
  oauthApp('?tab=logout', 'oauthApps.deliveriesEmptyTitle', 'sign-out notices'),
  oauthApp('?tab=history', 'history.act', 'history'),
  oauthApp('', 'oauthApps.effect_secret', 'dialog secret', oauthAppAct('secret')),
  oauthApp('', 'oauthApps.effect_disable', 'dialog turn off', oauthAppAct('disable')),
  {
    ...oauthApp('', 'oauthApps.missingBack', 'not there'),
    address: `${paths.oauthApps}/demo.no-such-app`,
    refusals: [404],
  },
];

/** The page of a SAML app that is added for the walk. */
const samlAppAddress = onceMade('SAML app', async ({ page: open, t }) => {
  await open.goto(paths.tenant('saml-idp-settings'));
  await open
    .getByRole('button', { name: t('samlIdp.add') })
    .first()
    .click();
  const added = open.getByRole('dialog');
  await added.getByLabel(t('logs.field_displayName')).fill('Wiki');
  await added.getByLabel(t('logs.field_entityId')).fill(`urn:wiki:${randomUUID()}`);
  await added.getByLabel(t('logs.field_acsUrl')).fill('https://wiki.example/saml/acs');
  await added.getByRole('button', { name: t('samlIdp.add') }).click();
  await open.getByRole('heading', { name: 'Wiki', level: 1 }).waitFor();
  return new URL(open.url()).pathname;
});
const samlApp = (search: string, shows: string, state: string, prepare?: WalkedPage['prepare']): WalkedPage => ({
  ...asAdmin('/portal/tenant/saml-idp-settings/$samlSpId', shows),
  state,
  address: async (walker) => (await samlAppAddress(walker)) + search,
  ...(prepare && { prepare }),
});
const samlSettings = paths.tenant('saml-idp-settings');

const samlApps: WalkedPage[] = [
  asAdmin(samlSettings, 'samlIdp.valuesWhy'),
  {
    ...asAdmin(samlSettings, 'samlIdp.noneRegistered'),
    state: 'nothing to sign in to',
    address: '/tenant-saml-idp.html?error=samlSpEmpty',
  },
  { ...asAdmin(samlSettings, 'samlIdp.byHand'), state: 'dialog add', prepare: press('samlIdp.add') },
  { ...asAdmin(samlSettings, 'samlIdp.switchEffect'), state: 'dialog switch', prepare: press('samlIdp.switch') },
  { ...page(samlSettings, 'portal.forbiddenTitle'), state: 'forbidden', refusals: [403] },
  samlApp('', 'samlIdp.attributesWhy', 'settings'),
  samlApp('', 'samlIdp.attributeName', 'settings with an attribute', press('samlIdp.attributeAdd')),
  samlApp('', 'samlIdp.deleteEffect', 'dialog delete', press('samlIdp.delete')),
  samlApp('?tab=certificates', 'samlIdp.spCertificatesEmpty', 'certificates'),
  samlApp('?tab=certificates', 'samlIdp.certificateHelp', 'dialog certificate', press('samlIdp.certificateAdd')),
  samlApp('?tab=problems', 'samlIdp.problemsEmptyTitle', 'problems'),
  samlApp('?tab=history', 'history.act', 'history'),
  {
    ...samlApp('', 'samlIdp.missingBack', 'not there'),
    address: `${samlSettings}/01890000-0000-7000-8000-000000000000`,
    refusals: [404],
  },
];

const openFirstRow = async ({ page: open }: Walker) => {
  await open.locator('table[aria-rowcount] tbody button').first().click();
};

const logs: WalkedPage[] = [
  asAdmin(paths.tenant('login-log'), 'logs.loginLead'),
  { ...asAdmin(paths.tenant('login-log'), 'logs.sameUser'), state: 'details', prepare: openFirstRow },
  { ...asAdmin(paths.tenant('login-log'), 'common.requestId'), state: 'filters', prepare: press('logs.more') },
  {
    ...asAdmin(paths.tenant('login-log'), 'ui.noHit'),
    state: 'nothing found',
    address: `${paths.tenant('login-log')}?user=nobody`,
  },
  { ...asAdmin(paths.tenant('login-log'), 'logs.exportWhat'), state: 'export', prepare: press('logs.export') },
  asAdmin(paths.tenant('system-log'), 'logs.systemLead'),
  { ...asAdmin(paths.tenant('system-log'), 'logs.call'), state: 'details', prepare: openFirstRow },
  asAdmin(paths.tenant('log-export'), 'transfer.exportsEmptyTitle'),
  asAdmin(paths.tenant('log-retention'), 'logs.retentionTitle'),
];

const others: WalkedPage[] = [
  { ...page('/portal/$', 'ui.notFoundTitle'), address: '/portal/no-such-page', refusals: [404] },
  { ...page(paths.devWidgets, 'widgets.lead'), busy: true },
  page(paths.devFrame, 'widgets.frameLead'),
];

/** The portal's pages (its route table) in the states that users see: pages about users and things, … */
export const peopleWalk: readonly WalkedPage[] = [
  ...top,
  ...account,
  ...help,
  ...users,
  ...groups,
  ...devices,
  ...others,
];
/** … the other pages for administrators: what they settle, … */
export const tenantWalk: readonly WalkedPage[] = [
  ...transfers,
  ...registration,
  ...permissions,
  ...tenant,
  ...oauthApps,
];
/** … what they connect, and the logs. */
export const connectionWalk: readonly WalkedPage[] = [
  ...samlApps,
  ...openidProviders,
  ...cybozuPages,
  ...samlConnections,
  ...provisioning,
  ...targets,
  ...webhooks,
  ...emailDomains,
  ...certificates,
  ...logs,
];
export const settingsWalk: readonly WalkedPage[] = [...tenantWalk, ...connectionWalk];
