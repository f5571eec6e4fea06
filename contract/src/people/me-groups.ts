import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

export const myGroup = z.strictObject({
  uuid: field.uuid,
  groupId: z.string(),
  name: z.string(),
  description: z.string(),
});
export type MyGroup = z.output<typeof myGroup>;

export const listMyGroups = route({
  method: 'GET',
  path: '/api/auth/me/groups',
  access: 'me',
  operation: 'read',
  summary: 'List your groups',
  query: z.strictObject({
    page: field.page,
    count: field.count,
    sort: field.sortBy(['name', 'groupId']),
    order: field.order,
  }),
  response: pageOf(myGroup),
  errors: [],
});
