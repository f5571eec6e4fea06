import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

export const getLocale = route({
  method: 'GET',
  path: '/api/site/locales/{lang}.json',
  access: 'public',
  operation: 'read',
  summary: 'Get all texts of a language by area and key, with English as fallback',
  params: z.strictObject({ lang: field.locale }),
  response: z.record(z.string(), z.record(z.string(), z.string())),
  errors: ['not_found'],
  transaction: 'own',
  cache: 'public, max-age=300',
});
