import { personName } from '#contract/display.ts';
import { fail } from '#contract/errors.ts';
import type { previewThemeMail } from '#contract/tenant/custom-theme.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import { findReceiver } from '../notices/notices.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { composeMail } from '../../platform/mail/compose.ts';
import type { MailLook } from '../../platform/mail/look.ts';
import type { Tools } from '../../platform/tools.ts';
import { requireLogo } from './logos.ts';
import { withPicture } from './mail-look.ts';

type Asked = BodyOf<typeof previewThemeMail>;

/** Previews a common email for the caller with unsaved branding. Throws `not_found`. */
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
  const logo = logoId ? await logoInMail(tx, logoId, logoPlate) : null;
  const content = composeMail({
    kind: 'passwordReset',
    locale,
    productName: config.PRODUCT_NAME,
    tenantName: receiver.tenant_name,
    look: { themeColor, logo },
    scheme,
    variables: { name, userId, tenantId },
    link: `${config.publicUrl}/portal/example`,
  });
  return { subject: content.subject, html: await withPicture(tx, content), locale };
}

async function logoInMail(tx: Tx, logoId: string, plate: boolean): Promise<MailLook['logo']> {
  const { mail_width: width, mail_height: height } = await requireLogo(tx, logoId);
  return width && height ? { imageId: logoId, width, height, plate } : null;
}
