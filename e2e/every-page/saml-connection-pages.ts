import { makeCertificate } from '#test/saml/certificate.ts';
import { paths } from '../../web/src/base/paths.ts';
import { fill, press } from './acts.ts';
import { onceMade, type WalkedPage } from './walk.ts';

const LIST = paths.tenant('saml-settings');

type Prepare = NonNullable<WalkedPage['prepare']>;
const onList = (shows: string, state?: string, prepare?: Prepare): WalkedPage => ({
  ...{ of: LIST, as: 'admin', address: LIST, shows },
  ...(state && { state }),
  ...(prepare && { prepare }),
});

const until = new Date(Date.now() + 20 * 86_400_000);
const base64 = makeCertificate({ name: 'adfs.example', until }).pem.replace(/-----.*-----/g, '');
const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://adfs.example/metadata"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://adfs.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** The steps of the dialog that adds a connection. */
const toName: Prepare = async (walker) => {
  await press('samlConnections.add')(walker);
  await walker.page.getByRole('dialog').getByLabel(walker.t('common.name')).fill('Adfs');
};
const toRegister: Prepare = async (walker) => {
  await toName(walker);
  await press('samlConnections.next')(walker);
  await walker.page.getByRole('textbox', { name: walker.t('samlConnections.ourAcsUrl') }).waitFor();
};
const toMetadata: Prepare = async (walker) => {
  await toRegister(walker);
  await press('samlConnections.next')(walker);
};
const readMetadata: Prepare = async (walker) => {
  await toMetadata(walker);
  await fill(walker, 'samlConnections.metadataText', metadata);
  await walker.page.getByText(walker.t('samlConnections.metadataRead')).waitFor();
};

/** The page of a connection that an administrator adds for the walk. */
const oneOf = onceMade('SAML connection', async (walker) => {
  const { page, t } = walker;
  await page.goto(LIST);
  // One of the two, once the list is there.
  const known = page.getByRole('link', { name: 'Adfs', exact: true });
  await known
    .or(page.getByText(t('samlConnections.emptyTitle')))
    .first()
    .waitFor();
  if ((await known.count()) === 0) {
    await readMetadata(walker);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('samlConnections.add') })
      .click();
    await page.getByText(t('openid.neverTested')).waitFor();
  }
  return `${LIST}/adfs`;
});
const onOne = (search: string, shows: string, state: string, prepare?: Prepare): WalkedPage => ({
  ...{ of: '/portal/tenant/saml-settings/$samlId', as: 'admin', shows, state },
  address: async (walker) => (await oneOf(walker)) + search,
  ...(prepare && { prepare }),
});
const act =
  (name: 'switchOn' | 'delete'): Prepare =>
  async (walker) => {
    await press('openid.acts')(walker);
    await press(`openid.act_${name}`)(walker);
  };

export const samlConnections: readonly WalkedPage[] = [
  onList('samlConnections.lead'),
  onList('openid.nameHelp', 'dialog name', toName),
  onList('samlConnections.registerWhy', 'dialog register', toRegister),
  onList('samlConnections.byHand', 'dialog by hand', toMetadata),
  onList('samlConnections.metadataRead', 'dialog metadata', readMetadata),
  { ...onList('portal.forbiddenTitle', 'forbidden'), as: 'user', refusals: [403] },
  {
    ...onList('openid.neverTested', 'with a connection'),
    address: async (walker) => {
      await oneOf(walker);
      return LIST;
    },
  },
  onOne('', 'samlConnections.mappingWhy', 'settings'),
  onOne('?tab=mapping', 'openid.mapGroupsWhy', 'mapping'),
  onOne('?tab=certificates', 'samlConnections.rolloverDue', 'certificates'),
  onOne(
    '?tab=certificates',
    'samlConnections.certificateHelp',
    'dialog certificate',
    press('samlConnections.certificateAdd'),
  ),
  onOne('?tab=newUsers', 'openid.newEmptyTitle', 'unknown users'),
  onOne('?tab=answers', 'openid.answersEmptyTitle', 'recent sign-ins'),
  onOne('?tab=history', 'history.act', 'history'),
  onOne('', 'openid.effect_untested', 'dialog switch on', act('switchOn')),
  onOne('', 'openid.effect_delete', 'dialog delete', act('delete')),
  {
    ...onOne('', 'samlConnections.missingBack', 'not there'),
    address: `${LIST}/nothing`,
    refusals: [404],
  },
];
