import { personName } from '#contract/display.ts';
import { fail } from '#contract/errors.ts';
import type { previewThemeMail } from '#contract/portal/custom-theme.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import { findReceiver } from '../../authentication/notices/notices.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Caller } from '../../http/session.ts';
import { composeMail } from '../../mail/compose.ts';
import type { MailLook } from '../../mail/look.ts';
import type { Tools } from '../../tools.ts';
import * as queries from './queries.ts';

type Asked = BodyOf<typeof previewThemeMail>;

/** A mail that everybody knows, as it would go out to the caller in a look not yet saved. Throws `not_found`. */
export async function previewMail(
  { config }: Tools,
  tx: Tx,
  caller: Caller,
  { themeColor, logoId, logoPlate, scheme }: Asked,
): Promise<AnswerOf<typeof previewThemeMail>> {
  const receiver = await findReceiver(tx, caller.uuid);
  if (!receiver) throw fail('no_user_exists');
  const locale = receiver.locale ?? receiver.tenant_locale;
  const { tenant_id: tenantId, user_id: userId, family_name: familyName, given_name: givenName } = receiver;
  const name = personName({ familyName, givenName }, locale) || userId;
  const { logo, source } = logoId ? await logoInMail(tx, logoId, logoPlate) : { logo: null, source: '' };
  const { subject, html } = composeMail({
    kind: 'passwordReset',
    locale,
    productName: config.PRODUCT_NAME,
    tenantName: receiver.tenant_name,
    look: { themeColor, logo },
    scheme,
    variables: { name, userId, tenantId },
    link: `${config.publicUrl}/portal/example`,
  });
  return { subject, html: html.replace(/src="cid:[^"]*"/, () => `src="${source}"`), locale };
}

async function logoInMail(tx: Tx, logoId: string, plate: boolean): Promise<{ logo: MailLook['logo']; source: string }> {
  const row = await queries.findLogo(tx, logoId);
  if (!row) throw fail('not_found', { field: 'logoId' });
  const image = await queries.findMailImage(tx, logoId);
  if (!row.mail_width || !row.mail_height || !image?.mail_content) return { logo: null, source: '' };
  const source = `data:${image.mail_media_type};base64,${image.mail_content.toString('base64')}`;
  return { logo: { imageId: logoId, width: row.mail_width, height: row.mail_height, plate }, source };
}
