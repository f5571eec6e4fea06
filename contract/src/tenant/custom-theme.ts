import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_HEADER_TITLE_LENGTH } from '../limits.ts';
import { route } from '../route.ts';
import { themeColor } from '../theme/color.ts';
import { headerStyles } from '../theme/header-style.ts';
import { logoTypes } from '../theme/logo.ts';

const path = '/api/portal/customTheme';
const amount = z.number().int();
const logoParams = z.strictObject({ logoId: field.uuid });

/** An uploaded image: checked by its content and written again from allowed parts. */
export const logo = z.strictObject({
  logoId: field.uuid,
  /** Its address (`getLogo`). */
  url: z.string(),
  mediaType: z.enum(logoTypes),
  width: amount,
  height: amount,
  bytes: amount,
  /** True if emails can show it: PNG or JPEG of a modest size (`addMailImage`). */
  inMails: z.boolean(),
});
export type Logo = z.output<typeof logo>;

/** A tenant's branding choices. */
const choices = {
  themeColor: themeColor.nullable(),
  logoPlate: z.boolean(),
  headerTitle: field
    .text(MAX_HEADER_TITLE_LENGTH)
    .overwrite((value) => value.trim())
    .refine((value) => value !== '')
    .nullable(),
  headerStyle: z.enum(headerStyles),
};

/** `version` identifies what was read, for detecting concurrent changes. */
export const customTheme = z.strictObject({ ...choices, logo: logo.nullable(), version: z.string() });
export type CustomTheme = z.output<typeof customTheme>;

const logoErrors = [
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'image_wrong_type',
  'image_broken',
  'image_too_many_pixels',
  'image_shows_nothing',
] as const;

export const getCustomTheme = route({
  method: 'GET',
  path,
  access: 'tenant:read',
  operation: 'read',
  summary: 'Get the branding of the tenant',
  response: customTheme,
  errors: [],
});

/** Replaces the branding. `conflict`: it changed since `version` was read; nothing is overwritten. */
export const updateCustomTheme = route({
  method: 'PUT',
  path,
  access: 'tenant:write',
  operation: 'update',
  event: 'customTheme.changed',
  summary: 'Change the branding of the tenant',
  body: z.strictObject({ ...choices, logoId: field.uuid.nullable(), version: z.string().max(64) }),
  response: customTheme,
  errors: ['conflict', 'not_found'],
});

/**
 * Uploads an image (PNG, JPEG, WebP or SVG, detected from its content). It is not shown before `updateCustomTheme`
 * names it. `removed`: elements and attributes removed from an SVG.
 */
export const uploadLogo = route({
  method: 'POST',
  path: `${path}/logo`,
  access: 'tenant:write',
  operation: 'create',
  event: 'logo.uploaded',
  summary: 'Upload a logo',
  form: z.strictObject({}),
  response: z.strictObject({ logo, removed: z.array(z.string()) }),
  errors: logoErrors,
  transaction: 'own',
});

/** A PNG of at most 480 × 160 pixels that represents the logo in emails. */
export const addMailImage = route({
  method: 'POST',
  path: `${path}/logo/{logoId}/mailImage`,
  access: 'tenant:write',
  operation: 'update',
  event: 'logo.mailImageAdded',
  summary: 'Upload an email logo',
  params: logoParams,
  form: z.strictObject({}),
  response: logo,
  errors: [...logoErrors, 'not_found'],
  transaction: 'own',
});

/** Previews an email for the caller with this branding, light or dark. Stores nothing. */
export const previewThemeMail = route({
  method: 'POST',
  path: `${path}/mailPreview`,
  access: 'tenant:write',
  operation: 'none',
  summary: 'Preview an email with unsaved branding',
  body: z.strictObject({
    themeColor: choices.themeColor,
    logoPlate: choices.logoPlate,
    logoId: field.uuid.nullable(),
    scheme: z.enum(['light', 'dark']),
  }),
  response: z.strictObject({ subject: z.string(), html: z.string(), locale: z.string() }),
  errors: ['not_found'],
});
