/** Whether an error is PostgreSQL's refusal of a row that is there already, by whichever unique index. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/** Whether an error is PostgreSQL's refusal of a row that a unique constraint or index of this name forbids. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && violated === constraint;
}
