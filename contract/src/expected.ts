import { z } from 'zod';

const text = z.string().max(64 * 1024);
/** A value as an answer gave it: not held to the rules of new values, which may have become stricter since. */
const seen = z.union([
  text,
  z.boolean(),
  z.number(),
  z.null(),
  z.array(z.union([text, z.strictObject({ groupId: text })])).max(10_000),
  z.record(text, text.optional()),
]);

/**
 * The `expected` of a call that changes a thing: how fields were when they were read. The call answers `conflict` with
 * each field that another person has changed since (`conflictingFields`), and changes nothing then. Without it, the last
 * change wins.
 */
export function expectedOf<Shape extends z.ZodRawShape, More extends string = never>(
  shape: Shape,
  ...more: readonly More[]
) {
  const names = [...Object.keys(shape), ...more] as ((keyof Shape & string) | More)[];
  const fields = Object.fromEntries(names.map((name) => [name, seen.optional()]));
  return z.strictObject(fields as Record<(typeof names)[number], z.ZodOptional<typeof seen>>).optional();
}
