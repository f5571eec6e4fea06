import { personName } from '#contract/display.ts';
import { textIn } from '#messages/catalog.ts';
import { findReceiver, type Receiver } from '../../tenant/notices/notices.ts';
import { findAccountsOfAddress } from '../../platform/db/across-tenants.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { composeMail } from '../../platform/mail/compose.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Tools } from '../../platform/tools.ts';
import type { MailRequestInHand } from '../mail-requests/request.ts';
import { isAccountInUse } from './queries.ts';

/**
 * Queues one email with every account of an address. The row belongs to the provider, so that no tenant finds another's
 * IDs in its outbox. It goes to the address as the account has it, not as typed. Nothing for an unknown address.
 */
export async function queueIdInformation(tools: Tools, tx: Tx, request: MailRequestInHand): Promise<void> {
  const accounts = await findAccounts(tools, request.mailAddress);
  const [first] = accounts;
  if (!first?.login_mail_address) return;
  const locale = first.locale ?? first.tenant_locale;
  const text = textIn(locale);
  const lines = accounts.map((account) =>
    text('mail.idInformation.account', { tenantId: account.tenant_id, userId: account.user_id }),
  );
  const names = [...new Set(accounts.map((account) => account.tenant_name))];
  const content = composeMail({
    kind: 'idInformation',
    locale,
    productName: tools.config.PRODUCT_NAME,
    tenantName: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names),
    variables: {
      name: personName({ familyName: first.family_name, givenName: first.given_name }, locale) || first.user_id,
      accounts: lines.join('\n'),
    },
    link: `${tools.config.publicUrl}/portal/login.html`,
  });
  await queueMail(tx, tools.sealer, {
    tenantId: PROVIDER,
    recipient: first.login_mail_address,
    kind: 'idInformation',
    locale,
    content,
    now: tools.clock(),
  });
}

async function findAccounts(tools: Tools, mailAddress: string): Promise<Receiver[]> {
  const found: Receiver[] = [];
  for (const key of await findAccountsOfAddress(tools.db.pool, mailAddress)) {
    const receiver = await tools.db.inTenant(key.tenant_id, async (tx) =>
      (await isAccountInUse(tx, key.uuid)) ? findReceiver(tx, key.uuid) : null,
    );
    if (receiver) found.push(receiver);
  }
  return found;
}
