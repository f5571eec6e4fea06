import { Button } from '@mantine/core';
import { isApiError } from '../api/api-error.ts';
import { useT } from '../i18n/use-t.tsx';
import { focusAround } from '../ui/page/lost-focus.ts';

type Filtered = {
  /** Why the list could not be read. */
  error: unknown;
  /** The group of its filter. */
  group: string | undefined;
  /** What the filter is called. */
  label: string;
  onRemove: () => void;
};

/** The server names what of a search it does not find. */
const isOfGroup = (error: unknown) =>
  isApiError(error) && error.entries.some(({ field }) => field === 'condition.group.uuid');

/**
 * What a list says and offers where the group of its filter was deleted meanwhile, to be spread over its other properties;
 * nothing where it was not.
 */
export function useGoneGroup({ error, group, label, onRemove }: Filtered) {
  const t = useT();
  if (group === undefined || !isOfGroup(error)) return undefined;
  const action = (
    <Button
      variant="default"
      onClick={({ currentTarget }) => {
        focusAround(currentTarget);
        onRemove();
      }}
    >
      {t('ui.removeFilter', { name: label })}
    </Button>
  );
  const empty = { title: t('ui.filterGoneTitle'), text: t('ui.filterGone'), action };
  return { rows: [], totalResults: 0, failed: undefined, onClearSearch: undefined, pager: null, empty };
}
