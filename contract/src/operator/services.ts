import { z } from 'zod';
import * as field from '../fields.ts';
import { languages } from '../languages.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../limits.ts';
import { regions } from '../region.ts';
import { route } from '../route.ts';
import { MAX_ICON_LENGTH, serviceClass } from '../licences/fields.ts';

const byLanguage = (length: number) =>
  z.partialRecord(
    z.enum(languages),
    field.text(length).refine((words) => words.trim() !== ''),
  );
/** Texts by language. English is required: it replaces missing languages. */
const names = byLanguage(MAX_NAME_LENGTH).refine((given) => given.en !== undefined);
const descriptions = byLanguage(MAX_DESCRIPTION_LENGTH).refine(
  (given) => given.en !== undefined || Object.keys(given).length === 0,
);

const address = z
  .url({ protocol: /^https?$/, hostname: /./ })
  .max(MAX_URL_LENGTH)
  .refine((value) => URL.canParse(value));
/** Addresses by region; `default` applies to regions without one. */
const links = z
  .partialRecord(z.enum(['default', ...regions]), address)
  .refine((given) => given.default !== undefined)
  .nullable();

/** An SVG image as text; the server refuses scripts, external references and the like. */
const icon = z.string().min(1).max(MAX_ICON_LENGTH).nullable();

export const serviceChanges = z.strictObject({
  names: names.optional(),
  descriptions: descriptions.optional(),
  linkURLs: links.optional(),
  adminLinkURLs: links.optional(),
  icon: icon.optional(),
  /** A disabled service is not offered. */
  enabled: z.boolean().optional(),
});
export type ServiceChanges = z.output<typeof serviceChanges>;

export const newService = z.strictObject({
  serviceClass,
  names,
  descriptions: descriptions.default({}),
  linkURLs: links.default(null),
  /** Page where a tenant's administrators manage the service. */
  adminLinkURLs: links.default(null),
  icon: icon.default(null),
  enabled: z.boolean().default(true),
});
export type NewService = z.output<typeof newService>;

const words = z.record(z.string(), z.string());

/** A service as the operator sees it. */
export const operatorService = z.strictObject({
  serviceClass: z.string(),
  names: words,
  descriptions: words,
  linkURLs: words.nullable(),
  adminLinkURLs: words.nullable(),
  iconURL: z.string().nullable(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OperatorService = z.output<typeof operatorService>;

export const serviceParams = z.strictObject({ serviceClass });

export const listServices = route({
  method: 'GET',
  path: '/api/operator/services',
  access: 'operator',
  operation: 'read',
  summary: 'List services, ordered by class',
  response: z.strictObject({ results: z.array(operatorService) }),
  errors: [],
});

export const createService = route({
  method: 'POST',
  path: '/api/operator/services',
  access: 'operator',
  operation: 'create',
  event: 'service.created',
  summary: 'Add a service',
  body: newService,
  response: operatorService,
  errors: ['duplicated'],
});

export const getService = route({
  method: 'GET',
  path: '/api/operator/services/{serviceClass}',
  access: 'operator',
  operation: 'read',
  summary: 'Get a service',
  params: serviceParams,
  response: operatorService,
  errors: ['not_found'],
});

/** Only given fields change; names, descriptions and addresses replace the stored ones. */
export const updateService = route({
  method: 'PUT',
  path: '/api/operator/services/{serviceClass}',
  access: 'operator',
  operation: 'update',
  event: 'service.changed',
  summary: 'Change a service',
  params: serviceParams,
  body: serviceChanges,
  response: operatorService,
  errors: ['not_found'],
});
