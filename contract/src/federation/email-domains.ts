import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { isDomain } from '../rules.ts';
import { federatedLoginTypes } from '../sign-in/login-types.ts';
import { domainCauses, domainStates } from './email-domain-values.ts';

const domain = z.string().trim().toLowerCase().max(253).refine(isDomain);

/** `connection`: UUID of the identity provider that users of the domain are sent to; null: none. */
const shape = { connection: z.uuid().nullable() };

const emailDomain = z.strictObject({
  ...shape,
  domain: z.string(),
  state: z.enum(domainStates),
  /** The TXT record that proves the domain. */
  record: z.strictObject({ name: z.string(), value: z.string() }),
  /** The file that proves it instead: its content is the value of the record. */
  fileUrl: z.string(),
  /** The identity provider of `connection`. */
  provider: z
    .strictObject({
      type: z.enum(federatedLoginTypes),
      id: z.string(),
      displayName: z.string(),
      enabled: z.boolean(),
    })
    .nullable(),
  provenAt: z.string().nullable(),
  /** Until when the domain stays verified although its proof is missing. */
  graceEndsAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  cause: z.enum(domainCauses).nullable(),
  createdAt: z.string(),
});
export type EmailDomain = z.output<typeof emailDomain>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const params = z.strictObject({ tenantId: z.string().max(40), domain });
const base = '/api/auth/tenants/{tenantId}/emailDomains';

export const listEmailDomains = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the email domains of the tenant',
  params: tenantParams,
  response: pageOf(emailDomain),
  errors: ['not_found'],
});

/** `conflict` for one domain too many. Several tenants may verify one domain. */
export const createEmailDomain = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'emailDomain.created',
  summary: 'Add an email domain, which is used once it is verified',
  params: tenantParams,
  body: z.strictObject({ domain }),
  response: emailDomain,
  errors: ['not_found', 'conflict', 'duplicated'],
});

export const getEmailDomain = route({
  method: 'GET',
  path: `${base}/{domain}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get an email domain',
  params,
  response: emailDomain,
  errors: ['not_found'],
});

/**
 * The sign-in page sends whoever types an address of the domain to its provider: only of a verified domain
 * (`domain_unavailable`), and of one tenant only (`rp_duplicated_domain`).
 */
export const updateEmailDomain = route({
  method: 'PUT',
  path: `${base}/{domain}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'emailDomain.changed',
  summary: 'Set the identity provider of an email domain',
  params,
  body: z.strictObject({ ...shape, expected: expectedOf(shape) }),
  response: emailDomain,
  errors: ['not_found', 'conflict', 'domain_unavailable', 'rp_duplicated_domain', 'domain_not_exists'],
});

export const deleteEmailDomain = route({
  method: 'DELETE',
  path: `${base}/{domain}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'emailDomain.deleted',
  summary: 'Delete an email domain. Its users sign in as before',
  params,
  response: null,
  errors: ['not_found'],
});

/** Looks for the proof now; otherwise it is looked for hourly in the first week, then daily. */
export const checkEmailDomain = route({
  method: 'POST',
  path: `${base}/{domain}/check`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'update',
  event: 'emailDomain.checked',
  summary: 'Verify an email domain',
  params,
  response: emailDomain,
  errors: ['not_found', 'too_many_requests'],
  transaction: 'own',
});
