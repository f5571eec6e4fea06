import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail } from '#contract/errors.ts';

/** The file of a form, as a stream. */
export interface FormFile {
  /** File name, safe to display and store. */
  name: string;
  content: Readable;
}

/** Removes control characters and anything that hides or reverses adjacent text. */
const shownName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 200)
    .toWellFormed();

/** Maximum size of fields and boundaries besides the file. */
const ROOM_FOR_FIELDS = 64 * 1024;
const limits = { fieldSize: 1000, fields: 20, files: 1, parts: 22, headerPairs: 20, headerSize: 8 * 1024 };

/**
 * Reads a multipart form (RFC 7578) as a stream, never holding more than a chunk: its fields, which precede the file,
 * then the file, which `take` reads to its end. A truncated form ends the file stream with an error, and the result of
 * `take` is used only once the form has ended properly. Throws `unsupported_media_type` (not a form), `body_too_large`,
 * `invalid_params` (bad field, a field after the file, too many fields; no file or several), `invalid_request`
 * (truncated or broken), and whatever `take` throws.
 */
export async function readForm<Fields extends z.ZodObject, T>(
  { raw }: FastifyRequest,
  shape: Fields,
  most: number,
  take: (fields: z.output<Fields>, file: FormFile) => Promise<T>,
): Promise<T> {
  if (Number(raw.headers['content-length'] ?? 0) > most + ROOM_FOR_FIELDS) throw fail('body_too_large');
  const parser = openParser(raw.headers['content-type'], most);
  const given: Record<string, string> = Object.create(null);
  let file: Readable | undefined;
  let taken: Promise<T> | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const broken = (cause?: unknown) => reject(fail('invalid_request', { cause }));
    const refuse = (field?: string) => reject(fail('invalid_params', field ? { field } : {}));
    parser.on('field', (name: string | undefined, value, _, isCut) => {
      const field = (name ?? '').slice(0, 100);
      // The file was accepted without this field, which might have prevented it.
      if (file) return refuse(field);
      given[field] = isCut || field in given ? '\0' : value;
    });
    // The parser silently skips what exceeds its limits.
    parser.once('filesLimit', () => refuse('file'));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.once(limit, () => refuse());
    parser.on('file', (place, content, name) => {
      file = content;
      // The reader handles its errors; an unhandled one would end the process.
      content.on('error', () => {});
      content.once('limit', () => reject(fail('body_too_large')));
      taken = place === 'file' ? start(take, shape, given, { name: shownName(name ?? ''), content }) : undefined;
      if (taken) taken.catch(reject);
      else refuse('file');
    });
    // A broken form can cause several errors.
    parser.once('finish', resolve).on('error', broken);
    raw.on('error', broken).once('close', () => raw.complete || broken());
  });
  try {
    raw.pipe(parser);
    await ended;
    if (!taken) throw fail('invalid_params', { field: 'file' });
    return await taken;
  } catch (error) {
    // The rest is read and discarded, so that the answer gets through.
    raw.unpipe(parser).resume();
    file?.destroy(error as Error);
    await taken?.catch(() => {});
    throw error;
  }
}

/** Errors in the fields are those of the form. */
async function start<Fields extends z.ZodObject, T>(
  take: (fields: z.output<Fields>, file: FormFile) => Promise<T>,
  shape: Fields,
  given: Record<string, string>,
  file: FormFile,
): Promise<T> {
  return take(readFields(shape, given), file);
}

function openParser(type: string | undefined, fileSize: number) {
  if (!type?.toLowerCase().startsWith('multipart/form-data')) throw fail('unsupported_media_type');
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { ...limits, fileSize } });
  } catch (cause) {
    throw fail('unsupported_media_type', { cause });
  }
}

function readFields<Fields extends z.ZodObject>(shape: Fields, given: Record<string, string>): z.output<Fields> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  throw fail('invalid_params', field ? { field: field.slice(0, 100) } : {});
}
