import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { TenantLogos } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export async function readTheme(tx: Tx) {
  return tx.selectFrom('tenants').select(['tenant_id', 'custom_theme']).executeTakeFirst();
}

/** Locks the tenant's theme, so that changes are serialized. */
export async function holdTheme(tx: Tx) {
  return tx.selectFrom('tenants').select(['tenant_id', 'custom_theme']).forNoKeyUpdate().executeTakeFirst();
}

export async function storeTheme(tx: Tx, tenantId: string, theme: object, now: Date): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ custom_theme: JSON.stringify(theme), updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute();
}

const facts = ['logo_id', 'media_type', 'width', 'height', 'mail_width', 'mail_height'] as const;
const bytes = sql<number>`octet_length(content)`.as('bytes');

/** A logo without its content. */
export async function findLogo(tx: Tx, logoId: string) {
  return tx.selectFrom('tenant_logos').select(facts).select(bytes).where('logo_id', '=', logoId).executeTakeFirst();
}
export type LogoRow = NonNullable<Awaited<ReturnType<typeof findLogo>>>;

/** The content of a logo of an active tenant. */
export async function findLogoContent(tx: Tx, logoId: string) {
  return tx
    .selectFrom('tenant_logos as l')
    .innerJoin('tenants as t', 't.tenant_id', 'l.tenant_id')
    .select(['l.media_type', 'l.content'])
    .where('l.logo_id', '=', logoId)
    .where('t.status', '=', 'active')
    .executeTakeFirst();
}

/** A logo's image for emails. */
export async function findMailImage(tx: Tx, logoId: string) {
  return tx
    .selectFrom('tenant_logos')
    .select(['mail_media_type', 'mail_content'])
    .where('logo_id', '=', logoId)
    .executeTakeFirst();
}

export async function insertLogo(tx: Tx, row: Insertable<TenantLogos>): Promise<void> {
  await tx.insertInto('tenant_logos').values(row).execute();
}

export async function storeMailImage(
  tx: Tx,
  logoId: string,
  {
    mediaType,
    width,
    height,
    content,
  }: Pick<TenantLogos, 'content' | 'width' | 'height'> & { mediaType: TenantLogos['mail_media_type'] },
): Promise<void> {
  await tx
    .updateTable('tenant_logos')
    .set({ mail_media_type: mediaType, mail_width: width, mail_height: height, mail_content: content })
    .where('logo_id', '=', logoId)
    .execute();
}

/** Deletes the oldest logos beyond `kept`, never the one in use. */
export async function deleteOldLogos(tx: Tx, worn: string | null, kept: number): Promise<void> {
  await sql`
    delete from tenant_logos where logo_id in (
      select logo_id from tenant_logos where logo_id is distinct from ${worn}::uuid
      order by created_at desc, logo_id desc offset ${kept})`.execute(tx);
}
