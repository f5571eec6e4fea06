import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { customMailTypes, MAX_MAIL_BODY_LENGTH, MAX_MAIL_SUBJECT_LENGTH } from './mail-texts.ts';

const type = z.enum(customMailTypes);

/** Whose text it is: of readers of this language, or (null) of all who have none in their own. */
const locale = field.locale.nullable().default(null);

/** An email text of a tenant. `use` false: stored, and the text for all readers is sent, or Portico's. */
const written = {
  use: z.boolean(),
  mailSubject: field.text(MAX_MAIL_SUBJECT_LENGTH),
  mailBody: field.multilineText(MAX_MAIL_BODY_LENGTH),
};
export const customizedMail = z.strictObject({ type, locale, ...written });
export type CustomizedMail = z.output<typeof customizedMail>;
const customizedMailChanges = z.strictObject({ type, locale, ...written, expected: expectedOf(written) });
export type CustomizedMailChanges = z.output<typeof customizedMailChanges>;

/**
 * The tenant’s own email texts for readers of a language, or for all, one of each type. What was never saved has
 * Portico’s text, in that language or the tenant’s. `languages`: those that have a text of their own in use.
 */
export const listCustomizedMails = route({
  method: 'GET',
  path: '/api/portal/customizeMail',
  access: 'tenant:read',
  operation: 'read',
  summary: 'List the email texts of the tenant',
  query: z.strictObject({ type: type.optional(), locale: field.locale.optional() }),
  response: z.strictObject({
    results: z.array(
      z.strictObject({
        ...customizedMail.shape,
        isStandard: z.boolean(),
        updatedAt: z.string().nullable(),
        languages: z.array(field.locale),
      }),
    ),
  }),
  errors: [],
});

/**
 * Stores a text. A text in use must contain only known placeholders, and those its email needs (`mail-texts.ts`):
 * `invalid_params` with `mailSubject` or `mailBody`. The fixed phrase (`registrationPhrase`) has no subject.
 */
export const customizeMail = route({
  method: 'PUT',
  path: '/api/portal/customizeMail',
  access: 'tenant:write',
  operation: 'update',
  event: 'customizedMail.changed',
  summary: 'Change an email text',
  body: customizedMailChanges,
  response: customizedMail,
  errors: ['conflict'],
});

/** Emails the preview to the caller's sign-in address. Stores no text. */
export const testMail = route({
  method: 'POST',
  path: '/api/portal/customizeMail/test',
  access: 'tenant:write',
  operation: 'none',
  summary: 'Send a test email to yourself',
  body: customizedMail,
  response: z.strictObject({ mailAddress: z.string() }),
  errors: ['no_mail_address', 'too_many_requests'],
});

/** Previews an email with made-up values for the caller. Stores nothing. */
export const previewMail = route({
  method: 'POST',
  path: '/api/portal/customizeMail/preview',
  access: 'tenant:write',
  operation: 'none',
  summary: 'Preview an email text',
  body: customizedMail,
  response: z.strictObject({ subject: z.string(), text: z.string(), html: z.string(), locale: z.string() }),
  errors: [],
});
