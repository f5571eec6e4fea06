import { useQueries } from '@tanstack/react-query';
import type { UserCondition } from '#contract/authentication/users-search.ts';
import { useMe } from '../../../app/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';

/** What the groups of conditions are called, by their uuids; also of those that are gone meanwhile something is said. */
export function useGroupNames(conditions: readonly UserCondition[]): Record<string, string> {
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
