import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { termsVersion } from './links.ts';

const answer = z.strictObject({
  /** The terms in force; null where the provider has none. */
  terms: z.strictObject({ version: z.string(), url: z.string() }).nullable(),
  /** Last accepted version. */
  accepted: z.strictObject({ version: z.string(), acceptedAt: z.string() }).nullable(),
  /** True if there are terms and the user has not accepted their version. */
  acceptanceDue: z.boolean(),
});
export type MyTerms = z.output<typeof answer>;

/** Language of the terms; by default the reader's. */
const query = z.strictObject({ language: field.locale.optional() });

export const getMyTerms = route({
  method: 'GET',
  path: '/api/portal/me/terms',
  access: 'me',
  operation: 'read',
  summary: 'Get the terms of use and whether you still have to accept them',
  query,
  response: answer,
  errors: [],
});

/**
 * Accepts the version in force. Another version is `conflict` (newer terms appeared meanwhile); no terms are
 * `not_found`.
 */
export const acceptMyTerms = route({
  method: 'POST',
  path: '/api/portal/me/terms',
  access: 'me',
  only: 'portal',
  operation: 'create',
  event: 'user.termsAccepted',
  summary: 'Accept the terms of use',
  query,
  body: z.strictObject({ version: termsVersion }),
  response: answer,
  errors: ['conflict', 'not_found'],
});
