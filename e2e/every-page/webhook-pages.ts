import { paths } from '../../web/src/base/paths.ts';
import { press } from './acts.ts';
import { onceMade, type WalkedPage, type Walker } from './walk.ts';

type Prepare = NonNullable<WalkedPage['prepare']>;

const on = (address: string, shows: string, state?: string, prepare?: Prepare): WalkedPage => ({
  ...{ of: address, as: 'admin', address, shows },
  ...(state && { state }),
  ...(prepare && { prepare }),
});

/** Nothing answers there. */
const ADDRESS = 'https://webhooks.invalid/portico';

/** The page of a webhook that an administrator adds for the walk, with deliveries that wait. */
const webhookAddress = onceMade('webhook', async ({ page, t }: Walker) => {
  await page.goto(paths.webhooks);
  const known = page.getByRole('link', { name: 'SIEM', exact: true });
  await known
    .or(page.getByText(t('webhooks.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await page
      .getByRole('button', { name: t('webhooks.add') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('common.name')).fill('SIEM');
    await dialog.getByLabel(t('webhooks.address')).fill(ADDRESS);
    await dialog.getByRole('button', { name: t('webhooks.add') }).click();
    await page.getByRole('button', { name: t('webhooks.secretNoted') }).click();
  } else await known.click();
  await page.getByText(t('webhooks.deliveriesLead')).waitFor();
  return new URL(page.url()).pathname;
});

const onOne = (search: string, shows: string, state: string, prepare?: Prepare): WalkedPage => ({
  ...on('/portal/webhooks/$uuid', shows, state, prepare),
  address: async (walker) => (await webhookAddress(walker)) + search,
});
const act =
  (name: 'test' | 'switchOff' | 'rotate' | 'delete'): Prepare =>
  async (walker) => {
    await press('webhooks.acts')(walker);
    await press(`webhooks.act_${name}`)(walker);
  };
const choose: Prepare = async ({ page, t }) => {
  await page.getByRole('radio', { name: t('webhooks.eventsSelected') }).check();
  await page
    .getByRole('button', { name: t('webhooks.showEvents', { kind: t('history.target_user') }), exact: true })
    .click();
};

export const webhooks: readonly WalkedPage[] = [
  on(paths.webhooks, 'webhooks.lead'),
  on(paths.webhooks, 'webhooks.eventsAllHelp', 'dialog add', press('webhooks.add')),
  // The secret is shown once, so Escape does not close that dialog.
  { ...on(paths.webhooks, 'portal.forbiddenTitle', 'forbidden'), as: 'user', refusals: [403] },
  {
    ...on(paths.webhooks, 'webhooks.lastDelivered', 'with a webhook'),
    address: async (walker) => {
      await webhookAddress(walker);
      return paths.webhooks;
    },
  },
  onOne('', 'webhooks.deliveriesLead', 'deliveries'),
  onOne('?state=dead', 'ui.noHit', 'nothing found'),
  onOne('?tab=settings', 'webhooks.eventsWhy', 'settings'),
  onOne('?tab=settings', 'events.user.created', 'single events', choose),
  onOne('?tab=history', 'history.act', 'history'),
  onOne('', 'webhooks.testLead', 'dialog test', act('test')),
  onOne('', 'webhooks.overlap', 'dialog replace secret', act('rotate')),
  onOne('', 'webhooks.effect_delete', 'dialog delete', act('delete')),
  {
    ...onOne('', 'webhooks.missingBack', 'not there'),
    address: `${paths.webhooks}/00000000-0000-4000-8000-000000000000`,
    refusals: [404],
  },
];
