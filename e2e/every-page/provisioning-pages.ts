import { paths } from '../../web/src/base/paths.ts';
import { press } from './acts.ts';
import { onceMade, type WalkedPage, type Walker } from './walk.ts';

type Prepare = NonNullable<WalkedPage['prepare']>;

const on = (address: string, shows: string, state?: string, prepare?: Prepare): WalkedPage => ({
  ...{ of: address, as: 'admin', address, shows },
  ...(state && { state }),
  ...(prepare && { prepare }),
});

const next = async ({ page, t }: Walker) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('provisioning.next') })
    .click();
};

/** Adds a source and stops at its token. */
const connect =
  (name: string): Prepare =>
  async (walker) => {
    const { page, t } = walker;
    await press('provisioning.add')(walker);
    await page.getByRole('dialog').getByLabel(t('common.name')).fill(name);
    await next(walker);
    await page.getByText(t('provisioning.connectWhy')).waitFor();
  };

/** The page of a source that an administrator adds for the walk. */
const sourceAddress = onceMade('provisioning source', async (walker) => {
  const { page, t } = walker;
  await page.goto(paths.provisioning);
  const known = page.getByRole('link', { name: 'Contoso', exact: true });
  await known
    .or(page.getByText(t('provisioning.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await connect('Contoso')(walker);
    await next(walker);
  } else await known.click();
  await page.getByText(t('provisioning.waiting')).waitFor();
  return new URL(page.url()).pathname;
});

const onOne = (search: string, shows: string, state: string, prepare?: Prepare): WalkedPage => ({
  ...on('/portal/provisioning/$uuid', shows, state, prepare),
  address: async (walker) => (await sourceAddress(walker)) + search,
});
const act =
  (name: 'switchOn' | 'delete'): Prepare =>
  async (walker) => {
    await press('provisioning.acts')(walker);
    await press(`provisioning.act_${name}`)(walker);
  };
/** Once there is a token. */
const onTokens = (shows: string, state: string, prepare?: Prepare): WalkedPage => ({
  ...on(paths.managementTokens, shows, state, prepare),
  address: async (walker) => {
    await sourceAddress(walker);
    return paths.managementTokens;
  },
});
const revoke: Prepare = async ({ page, t }) =>
  page
    .getByRole('button', { name: t('provisioning.revokeOf', { name: 'Contoso' }), exact: true })
    .first()
    .click();

export const provisioning: readonly WalkedPage[] = [
  on(paths.provisioning, 'provisioning.lead'),
  on(paths.provisioning, 'provisioning.product_okta', 'dialog add', press('provisioning.add')),
  // The token is shown once, so Escape does not close that dialog: e2e/provisioning.journey.ts looks at it.
  { ...on(paths.provisioning, 'portal.forbiddenTitle', 'forbidden'), as: 'user', refusals: [403] },
  {
    ...on(paths.provisioning, 'provisioning.state_setup', 'with a source'),
    address: async (walker) => {
      await sourceAddress(walker);
      return paths.provisioning;
    },
  },
  onOne('', 'provisioning.waiting', 'being set up'),
  onOne('?tab=activity', 'provisioning.activityLead', 'activity'),
  onOne('?tab=quarantine', 'provisioning.quarantineEmptyTitle', 'held back'),
  onOne('?tab=users', 'provisioning.usersEmptyTitle', 'users'),
  onOne('?tab=tokens', 'provisioning.tokensOfSource', 'tokens'),
  onOne('?tab=history', 'history.act', 'history'),
  onOne('', 'common.cancel', 'dialog switch on', act('switchOn')),
  onOne('', 'provisioning.effect_delete', 'dialog delete', act('delete')),
  {
    ...onOne('', 'provisioning.missingBack', 'not there'),
    address: `${paths.provisioning}/00000000-0000-4000-8000-000000000000`,
    refusals: [404],
  },
  on(paths.managementTokens, 'provisioning.tokensLead'),
  onTokens('provisioning.tokenState_active', 'with a token'),
  onTokens('provisioning.scopeHelp_scim', 'dialog create', press('provisioning.createToken')),
  onTokens('provisioning.effectRevoke', 'dialog revoke', revoke),
  {
    ...on(paths.managementTokens, 'ui.noHit', 'nothing found'),
    address: `${paths.managementTokens}?keyword=zzz`,
  },
  { ...on(paths.managementTokens, 'portal.forbiddenTitle', 'forbidden'), as: 'user', refusals: [403] },
];
