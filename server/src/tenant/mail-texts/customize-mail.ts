import { fail } from '#contract/errors.ts';
import { isLanguage, type Language } from '#contract/languages.ts';
import type { CustomizedMail, CustomizedMailChanges } from '#contract/tenant/customize-mail.ts';
import {
  type CustomMailType,
  customMailTypes,
  hasSubject,
  MAX_MAIL_PHRASE_LENGTH,
  mailTextMistakes,
} from '#contract/tenant/mail-texts.ts';
import { codePointLength } from '#contract/rules.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { findReceiver, namelessly, type Receiver } from '../notices/notices.ts';
import { personName } from '#contract/display.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import type { Caller } from '../../platform/http/session.ts';
import { composeMail } from '../../platform/mail/compose.ts';
import { type MailContent, queueMail } from '../../platform/mail/outbox.ts';
import type { Tools } from '../../platform/tools.ts';
import { mailLookOf, withPicture } from '../branding/mail-look.ts';
import { daysWords, momentWords } from '../../platform/mail/time-words.ts';
import { kindOf, type OwnTexts, ownTextsFor, readOwnTexts } from './own-texts.ts';
import * as queries from './queries.ts';
import { standardText } from './standard-text.ts';

type Listed = CustomizedMail & { isStandard: boolean; updatedAt: string | null; languages: Language[] };

/**
 * The tenant's email texts for readers of a language; null: for all without a text in theirs. What was never saved has
 * Portico's text, in that language or the tenant's.
 */
export async function listCustomizedMails(
  tx: Tx,
  caller: Caller,
  { type: only, locale = null }: { type?: CustomMailType | undefined; locale?: Language | null | undefined },
): Promise<{ results: Listed[] }> {
  const types = only ? [only] : customMailTypes;
  const stored = await queries.readCustomizedMails(tx, types);
  const { tenant_locale: tenantLocale } = await ownReceiver(tx, caller);
  return {
    results: types.map((type) => {
      const rows = stored.filter((row) => row.type === type);
      const row = rows.find((one) => one.locale === (locale ?? ''));
      const inUse = rows.flatMap(({ use, locale: one }) => (use && isLanguage(one) ? [one] : []));
      return {
        ...{ type, locale, use: row?.use ?? false },
        ...(row
          ? { mailSubject: row.mail_subject, mailBody: row.mail_body }
          : standardText(type, locale ?? tenantLocale)),
        ...{ isStandard: !row, updatedAt: row?.updated_at.toISOString() ?? null, languages: inUse.sort() },
      };
    }),
  };
}

async function ownReceiver(tx: Tx, caller: Caller): Promise<Receiver> {
  const receiver = await findReceiver(tx, caller.uuid);
  if (!receiver) throw fail('no_user_exists');
  return receiver;
}

/** Refuses a text that could not be sent. Throws `invalid_params` with every wrong field. */
function refuseMistakes({ type, use, mailSubject, mailBody }: CustomizedMail): void {
  const tooMuch = !hasSubject(type) && (mailSubject !== '' || codePointLength(mailBody) > MAX_MAIL_PHRASE_LENGTH);
  const fields = new Set(use ? mailTextMistakes(type, mailSubject, mailBody).map(({ field }) => field) : []);
  if (tooMuch) fields.add(mailSubject === '' ? 'mailBody' : 'mailSubject');
  const [first, ...more] = fields;
  if (first)
    throw fail('invalid_params', { field: first, more: more.map((field) => ({ id: 'invalid_params', field })) });
}

/**
 * Stores a text, unless it is unchanged. Throws `invalid_params` with the field, `conflict` with the fields that are
 * not as expected.
 */
export async function customizeMail(
  tx: Tx,
  caller: Caller,
  given: CustomizedMailChanges,
  now: Date,
  audit: (changes: Changes) => Promise<void>,
): Promise<CustomizedMail> {
  const { expected, ...mail } = given;
  refuseMistakes(mail);
  await queries.lockCustomizedMail(tx, caller.tenantId, mail.type);
  const [before] = (await listCustomizedMails(tx, caller, mail)).results;
  refuseConflict(given, { ...before });
  const changes = changedFields({ ...before }, mail);
  if (Object.keys(changes).length > 0) await queries.storeCustomizedMail(tx, caller.tenantId, mail, now);
  await audit(changes);
  return mail;
}

const SAMPLE_PIN = '481516';
const SAMPLE_DAYS = 7;
const WEEK = SAMPLE_DAYS * 86_400_000;
/** Limits an administrator's test emails. */
const testLimit = ({ tenantId, uuid }: Caller): Limit => ({
  name: 'testMail',
  key: `${tenantId}/${uuid}`,
  most: 20,
  withinSeconds: 3600,
});

/** Previews an email for the caller, with made-up values in place of secrets. */
export async function previewMail(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  mail: CustomizedMail,
  now: Date,
): Promise<Pick<MailContent, 'subject' | 'text' | 'html'> & { locale: string }> {
  const { subject, text, locale, ...content } = await composeSample(tools, tx, caller, mail, now);
  return { subject, text, html: await withPicture(tx, content), locale };
}

/** The texts in use if the draft were saved. A registration email may contain two texts of the tenant. */
function putOver(stored: OwnTexts, { type, locale, use, mailSubject, mailBody }: CustomizedMail): OwnTexts {
  const place = locale ?? '';
  const over = <Text>(texts: ReadonlyMap<string, Text>, text: Text): ReadonlyMap<string, Text> => {
    const others = [...texts].filter(([one]) => one !== place);
    return new Map(use ? [...others, [place, text]] : others);
  };
  return type === 'registrationPhrase'
    ? { ...stored, phrase: over(stored.phrase, mailBody) }
    : { ...stored, own: over(stored.own, { subject: mailSubject, body: mailBody }) };
}

/** For a reader who has no text in the own language. */
const forAll = ({ own, phrase }: OwnTexts): OwnTexts => {
  const only = <Text>(texts: ReadonlyMap<string, Text>) => new Map([...texts].filter(([locale]) => locale === ''));
  return { own: only(own), phrase: only(phrase) };
};

async function composeSample(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  mail: CustomizedMail,
  now: Date,
): Promise<MailContent & { locale: string }> {
  const receiver = await ownReceiver(tx, caller);
  const { tenant_locale: tenantLocale } = receiver;
  const type = mail.type === 'registrationPhrase' ? 'registration' : mail.type;
  const texts = putOver(await readOwnTexts(tx, kindOf[type]), mail);
  const { own, phrase, locale } = mail.locale
    ? ownTextsFor(texts, mail.locale, tenantLocale)
    : ownTextsFor(forAll(texts), tenantLocale, tenantLocale);
  const { family_name: familyName, given_name: givenName, user_id: userId } = receiver;
  const name = personName({ familyName, givenName }, locale) || userId;
  const names: Record<string, string> = {
    ...(type !== 'selfRegistration' && { name, userId, familyName, givenName }),
    ...(type === 'loginMailAddressConfirmation' && namelessly(userId, own !== null)),
  };
  const content = composeMail({
    kind: kindOf[type],
    locale,
    productName: tools.config.PRODUCT_NAME,
    tenantName: receiver.tenant_name,
    look: mailLookOf(receiver.custom_theme),
    variables: {
      ...names,
      tenantId: caller.tenantId,
      mailAddress: receiver.login_mail_address ?? `${userId}@mail.example`,
      expiresAt: momentWords(locale, receiver.timezone, new Date(now.getTime() + WEEK)),
      timeLeft: daysWords(locale, SAMPLE_DAYS),
      pin: SAMPLE_PIN,
    },
    link: `${tools.config.publicUrl}/portal/example`,
    own,
    phrase,
  });
  return { ...content, locale };
}

/** Queues the email that `previewMail` shows. Throws `no_mail_address`, `too_many_requests`. */
export async function sendTestMail(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  mail: CustomizedMail,
  now: Date,
): Promise<{ mailAddress: string }> {
  const { login_mail_address: recipient } = await ownReceiver(tx, caller);
  if (!recipient) throw fail('no_mail_address');
  await spendTry(tools.db, [testLimit(caller)], now);
  const { locale, ...content } = await composeSample(tools, tx, caller, mail, now);
  const { tenantId, uuid: receiverUuid } = caller;
  await queueMail(tx, tools.sealer, { tenantId, receiverUuid, recipient, kind: 'testMail', locale, content, now });
  return { mailAddress: recipient };
}
