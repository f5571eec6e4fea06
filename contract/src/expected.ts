import { z } from 'zod';

const text = z.string().max(64 * 1024);
/** A value as read from an answer: not validated, because rules may have become stricter since. */
const seen = z.union([
  text,
  z.boolean(),
  z.number(),
  z.null(),
  z.array(z.union([text, z.record(text, z.union([text, z.array(text).max(100)]))])).max(10_000),
  z.record(text, text.optional()),
]);

/**
 * The `expected` of a change: field values as they were read. If one of them was changed meanwhile, the call answers
 * `conflict` with each such field (`conflictingFields`) and changes nothing. Without `expected`, the last change wins.
 */
export function expectedOf<Shape extends z.ZodRawShape, More extends string = never>(
  shape: Shape,
  ...more: readonly More[]
) {
  const names = [...Object.keys(shape), ...more] as ((keyof Shape & string) | More)[];
  const fields = Object.fromEntries(names.map((name) => [name, seen.optional()]));
  return z.strictObject(fields as Record<(typeof names)[number], z.ZodOptional<typeof seen>>).optional();
}
