import type { Logo } from '#contract/tenant/custom-theme.ts';
import { fail } from '#contract/errors.ts';
import { MAX_MAIL_IMAGE_BYTES, MAX_MAIL_IMAGE_HEIGHT, MAX_MAIL_IMAGE_WIDTH } from '#contract/theme/logo.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { TenantLogosMailMediaType } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Image } from '../../platform/images/image.ts';
import { readImage } from '../../platform/images/read-image.ts';
import * as queries from './queries.ts';
import { logoUrl, readStoredTheme } from './stored-theme.ts';

/** Unused logos kept: pending emails name them, and an administrator may go back to one. */
const KEPT = 10;

export const toLogo = (tenantId: string, row: queries.LogoRow): Logo => ({
  logoId: row.logo_id,
  url: logoUrl(tenantId, row.logo_id),
  mediaType: row.media_type,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  inMails: row.mail_width !== null,
});

/** A logo of the transaction's tenant. Throws `not_found`. */
export async function requireLogo(tx: Tx, logoId: string): Promise<queries.LogoRow> {
  const row = await queries.findLogo(tx, logoId);
  if (!row) throw fail('not_found', { field: 'logoId' });
  return row;
}

/** An image that emails can use. */
type MailPicture = Image & { mediaType: TenantLogosMailMediaType };

/** Email programs support PNG and JPEG. They scale it down, so pixels do not matter, but bytes do. */
const isForMails = (image: Image): image is MailPicture =>
  (image.mediaType === 'image/png' || image.mediaType === 'image/jpeg') && image.content.length <= MAX_MAIL_IMAGE_BYTES;

/** Stores an uploaded image for its tenant, unused so far. Deletes the oldest unused ones. */
export async function keepLogo(tx: Tx, tenantId: string, image: Image, now: Date): Promise<Logo> {
  const theme = await queries.holdTheme(tx);
  if (!theme) throw fail('not_found');
  const { mediaType, width, height, content } = image;
  const logoId = newUuid();
  const row = { tenant_id: tenantId, logo_id: logoId, media_type: mediaType, width, height, content, created_at: now };
  const mail = isForMails(image)
    ? { mail_media_type: image.mediaType, mail_width: width, mail_height: height, mail_content: content }
    : {};
  await queries.insertLogo(tx, { ...row, ...mail });
  await queries.deleteOldLogos(tx, readStoredTheme(theme.custom_theme).logoId, KEPT);
  return toLogo(tenantId, await requireLogo(tx, logoId));
}

/** Reads a logo's image for emails. Throws `image_wrong_type`, `image_broken`, `image_too_many_pixels`. */
export function readMailImage(file: Buffer): MailPicture {
  const image = readImage(file);
  const { mediaType } = image;
  if (mediaType !== 'image/png') throw fail('image_wrong_type', { field: 'file' });
  if (image.width > MAX_MAIL_IMAGE_WIDTH || image.height > MAX_MAIL_IMAGE_HEIGHT)
    throw fail('image_too_many_pixels', { field: 'file' });
  return { ...image, mediaType };
}

/** Stores a logo's image for emails; a logo in use has it in emails from now on. Throws `not_found`. */
export async function keepMailImage(
  tx: Tx,
  tenantId: string,
  { logoId, image, now }: { logoId: string; image: MailPicture; now: Date },
): Promise<Logo> {
  const theme = await queries.holdTheme(tx);
  await requireLogo(tx, logoId);
  await queries.storeMailImage(tx, logoId, image);
  const stored = readStoredTheme(theme?.custom_theme);
  const { width, height } = image;
  if (stored.logoId === logoId)
    await queries.storeTheme(tx, tenantId, { ...stored, mailImage: { width, height } }, now);
  return toLogo(tenantId, await requireLogo(tx, logoId));
}
