import { z } from 'zod';
import * as field from '../fields.ts';
import { HIDDEN_NAVIGATION_IDS_PER_LIST, MAX_HIDDEN_SERVICES, MAX_MAIL_ADDRESSES } from '../limits.ts';
import { route } from '../route.ts';
import { me } from '../sign-in/me.ts';

const distinct = (values: readonly string[]) => new Set(values).size === values.length;

/** Icon IDs of hidden apps (spec section 3, Hidden navigation): up to ten, joined by commas. */
const hiddenNavigation = z
  .string()
  .max(HIDDEN_NAVIGATION_IDS_PER_LIST * 71)
  .regex(/^(?:[A-Za-z0-9._-]{1,70}(?:,[A-Za-z0-9._-]{1,70})*)?$/)
  .refine((value) => value.split(',').length <= HIDDEN_NAVIGATION_IDS_PER_LIST && distinct(value.split(',')));

const iconId = z.string().regex(/^[A-Za-z0-9._-]{1,70}$/);

/** A user's settings for apps: lists given replace the stored ones, others stay. */
export const appExtension = z.strictObject({
  /** Apps whose guide is hidden. */
  hiddenNavigation1: hiddenNavigation.optional(),
  hiddenNavigation2: hiddenNavigation.optional(),
  /** Services without a tile on the user's top page. */
  hiddenServices: z.array(iconId).max(MAX_HIDDEN_SERVICES).refine(distinct).optional(),
});

/** Further email addresses, distinct without regard to case. */
const mailAddresses = z
  .array(field.mailAddress)
  .max(MAX_MAIL_ADDRESSES)
  .refine((addresses) => distinct(addresses.map((address) => address.toLowerCase())));

/**
 * The caller's basic settings; only given fields change. `null` as locale or time zone means the tenant's. Names and
 * addresses of an account with a `source` other than `local` are managed there: `forbidden` with the field.
 */
export const updateMe = route({
  method: 'PUT',
  path: '/api/auth/me',
  access: 'me',
  operation: 'update',
  event: 'user.settingsChanged',
  summary: 'Change your basic settings',
  body: z.strictObject({
    familyName: field.familyName.optional(),
    givenName: field.givenName.optional(),
    locale: field.locale.nullable().optional(),
    timezone: field.timezone.nullable().optional(),
    mailAddresses: mailAddresses.optional(),
    appExtension: appExtension.optional(),
  }),
  response: me,
  errors: ['forbidden'],
});
