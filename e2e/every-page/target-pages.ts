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
const ADDRESS = 'https://apps.invalid/scim/v2';

/** The page of a target that an administrator adds for the walk; it stays off. */
const targetAddress = onceMade('target', async ({ page, t }: Walker) => {
  await page.goto(paths.provisioningTargets);
  const known = page.getByRole('link', { name: 'Wiki', exact: true });
  await known
    .or(page.getByText(t('targets.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await press('targets.add')({ page, t } as Walker);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('common.name')).fill('Wiki');
    await dialog.getByLabel(t('provisioning.baseUrl')).fill(ADDRESS);
    await dialog.getByLabel(t('provisioning.token')).fill('planted');
    await dialog.getByRole('radio', { name: t('history.assignment_everyone') }).check();
    await dialog.getByRole('button', { name: t('targets.add') }).click();
  } else await known.click();
  await page.getByText(t('targets.usersLead')).waitFor();
  return new URL(page.url()).pathname;
});

const onOne = (search: string, shows: string, state: string, prepare?: Prepare): WalkedPage => ({
  ...on('/portal/provisioning-targets/$uuid', shows, state, prepare),
  address: async (walker) => (await targetAddress(walker)) + search,
});
const act =
  (name: 'targets.act_test' | 'targets.act_preview' | 'targets.act_delete' | 'provisioning.act_switchOn'): Prepare =>
  async (walker) => {
    await press('webhooks.acts')(walker);
    await press(name)(walker);
  };

export const targets: readonly WalkedPage[] = [
  on(paths.provisioningTargets, 'targets.lead'),
  on(paths.provisioningTargets, 'targets.addressHelp', 'dialog add', press('targets.add')),
  { ...on(paths.provisioningTargets, 'portal.forbiddenTitle', 'forbidden'), as: 'user', refusals: [403] },
  {
    ...on(paths.provisioningTargets, 'targets.lastPushed', 'with a target'),
    address: async (walker) => {
      await targetAddress(walker);
      return paths.provisioningTargets;
    },
  },
  onOne('', 'targets.usersEmpty', 'users'),
  onOne('?state=dead', 'ui.noHit', 'nothing found'),
  onOne('?tab=comparison', 'targets.compareLead', 'comparison'),
  onOne('?tab=settings', 'targets.attributesWhy', 'settings'),
  onOne('?tab=history', 'history.act', 'history'),
  onOne('', 'targets.testLead', 'dialog test', act('targets.act_test')),
  onOne('', 'targets.previewLead', 'dialog preview', act('targets.act_preview')),
  onOne('', 'common.cancel', 'dialog turn on', act('provisioning.act_switchOn')),
  onOne('', 'common.cancel', 'dialog delete', act('targets.act_delete')),
  {
    ...onOne('', 'targets.missingBack', 'not there'),
    address: `${paths.provisioningTargets}/00000000-0000-4000-8000-000000000000`,
    refusals: [404],
  },
];
