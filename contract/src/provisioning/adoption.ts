import { z } from 'zod';
import { pageOf } from '../page.ts';
import { userStatuses } from '../people/users-fields.ts';
import { route } from '../route.ts';
import { exclusionShape } from './exclusions.ts';
import { adoptionKinds, adoptions } from './values.ts';

const user = z.strictObject({
  uuid: z.string(),
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  mailAddress: z.string().nullable(),
  status: z.enum(userStatuses),
});
export type AdoptableUser = z.output<typeof user>;

const count = z.number().int();

/**
 * Which users of the organization a rule lets a source take over, as soon as its directory provides them, and why it keeps it
 * from the others. Of one kind the first by user ID, at most MAX_PREVIEWED.
 */
export const previewAdoption = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/provisioningSources/{uuid}/adoption/preview',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  transaction: 'reading',
  summary: 'Preview the users whom a source may take over',
  params: z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) }),
  body: z.strictObject({
    adoption: z.enum(adoptions).exclude(['never']),
    kind: z.enum(adoptionKinds).default('possible'),
    ...exclusionShape,
  }),
  response: pageOf(user).extend({
    /** How many there are of each kind; nobody is of two. Management agents are of none. */
    counts: z.strictObject(
      Object.fromEntries(adoptionKinds.map((kind) => [kind, count])) as Record<
        (typeof adoptionKinds)[number],
        typeof count
      >,
    ),
  }),
  errors: ['not_found'],
});
