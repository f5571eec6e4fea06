import { useQueries } from '@tanstack/react-query';
import { useMe } from '../base/session-queries.ts';
import { useT } from '../i18n/use-t.tsx';
import { groupQuery } from './queries.ts';

type Condition = { group?: { uuid: string } | undefined };

/**
 * What the groups of conditions are called, by their uuids; also of those that are gone meanwhile something is said.
 * Whoever uses it needs the texts of `transfer`.
 */
export function useGroupNames(conditions: readonly Condition[]): Record<string, string> {
  const t = useT();
  const { tenantId } = useMe();
  const uuids = [...new Set(conditions.flatMap(({ group }) => group?.uuid ?? []))];
  return useQueries({
    queries: uuids.map((uuid) => groupQuery(tenantId, uuid)),
    // A plain object stays the same one until a name is another.
    combine: (answers) =>
      Object.fromEntries(
        answers.map(({ data, isError }, place) => [
          uuids[place] ?? '',
          data?.name ?? (isError ? t('transfer.unknownGroup') : '…'),
        ]),
      ),
  });
}
