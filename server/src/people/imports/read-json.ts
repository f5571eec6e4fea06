import { fail } from '#contract/errors.ts';
import { parseStrictJson } from '../../platform/http/strict-json.ts';

/** The elements of a JSON array, so many at a time; the first is row 1. Throws `file_not_json`. */
export async function readJson(
  pieces: AsyncIterable<Buffer>,
  many: number,
): Promise<{ row: number; element: unknown }[][]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  const elements = parse(Buffer.concat(all));
  if (!Array.isArray(elements)) throw fail('file_not_json');
  return Array.from({ length: Math.ceil(elements.length / many) }, (_, batch) =>
    elements.slice(batch * many, (batch + 1) * many).map((element, at) => ({ row: batch * many + at + 1, element })),
  );
}

function parse(whole: Buffer): unknown {
  try {
    return parseStrictJson(whole);
  } catch (cause) {
    throw fail('file_not_json', { cause });
  }
}
