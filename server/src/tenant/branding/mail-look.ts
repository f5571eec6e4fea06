import type { Database, Tx } from '../../platform/db/transaction.ts';
import { contentId, type MailImage, type MailLook } from '../../platform/mail/look.ts';
import type { MailContent } from '../../platform/mail/outbox.ts';
import * as queries from './queries.ts';
import { readStoredTheme, type StoredTheme } from './stored-theme.ts';

const lookOf = ({ themeColor, logoId, logoPlate, mailImage }: StoredTheme): MailLook => ({
  themeColor,
  logo: logoId && mailImage ? { imageId: logoId, ...mailImage, plate: logoPlate } : null,
});

/** Branding of the tenant's emails, from `tenants.custom_theme`. */
export const mailLookOf = (column: Record<string, unknown>): MailLook => lookOf(readStoredTheme(column));

async function readMailImage(tx: Tx, imageId: string): Promise<MailImage | null> {
  const row = await queries.findMailImage(tx, imageId);
  if (!row?.mail_content || !row.mail_media_type) return null;
  return { mediaType: row.mail_media_type, content: row.mail_content };
}

/** An email's HTML with its image inlined, for previews. */
export async function withPicture(tx: Tx, { html, imageId }: Pick<MailContent, 'html' | 'imageId'>): Promise<string> {
  const image = imageId ? await readMailImage(tx, imageId) : null;
  if (!imageId || !image) return html;
  return html.replaceAll(
    `cid:${contentId(imageId)}`,
    `data:${image.mediaType};base64,${image.content.toString('base64')}`,
  );
}

/** Emails of a tenant come in numbers, and an image never changes under its ID, so a cache without expiry is safe. */
const MOST_KEPT = 50;

/** Reads the images that emails name, for the sender; caches the last ones used. */
export function createMailImages(db: Database): (tenantId: string, imageId: string) => Promise<MailImage | null> {
  const kept = new Map<string, MailImage>();
  return async (tenantId, imageId) => {
    const key = `${tenantId}/${imageId}`;
    const found = kept.get(key) ?? (await db.inTenant(tenantId, (tx) => readMailImage(tx, imageId)));
    if (!found) return null;
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
    return found;
  };
}
