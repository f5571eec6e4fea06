/** Whether an error is PostgreSQL's unique violation, of any index. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/** Whether PostgreSQL has ended a transaction since it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/** Whether an error is a violation of the unique constraint or index of this name. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && violated === constraint;
}
