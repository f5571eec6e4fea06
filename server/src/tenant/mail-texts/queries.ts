import { sql } from 'kysely';
import type { CustomMailType } from '#contract/tenant/mail-texts.ts';
import type { CustomizedMail } from '#contract/tenant/customize-mail.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface CustomizedMailRow {
  type: string;
  /** `''`: for all readers without a text in their language. */
  locale: string;
  use: boolean;
  mail_subject: string;
  mail_body: string;
  updated_at: Date;
}

/** The tenant's own texts of these types, in every language. */
export async function readCustomizedMails(tx: Tx, types: readonly CustomMailType[]): Promise<CustomizedMailRow[]> {
  return tx
    .selectFrom('customized_mails')
    .select(['type', 'locale', 'use', 'mail_subject', 'mail_body', 'updated_at'])
    .where('type', 'in', types)
    .execute();
}

/** Serializes changes of a type's texts until the transaction ends, even before its first row exists. */
export async function lockCustomizedMail(tx: Tx, tenantId: string, type: CustomMailType): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail text ${type} of ${tenantId}`}, 0))`.execute(tx);
}

export async function storeCustomizedMail(tx: Tx, tenantId: string, mail: CustomizedMail, now: Date): Promise<void> {
  const values = { use: mail.use, mail_subject: mail.mailSubject, mail_body: mail.mailBody, updated_at: now };
  await tx
    .insertInto('customized_mails')
    .values({ tenant_id: tenantId, type: mail.type, locale: mail.locale ?? '', ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'type', 'locale']).doUpdateSet(values))
    .execute();
}
