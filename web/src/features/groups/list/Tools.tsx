import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { MAX_GROUP_KEYWORD_LENGTH } from '#contract/limits.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { allTagsQuery } from '../../../pickers/queries.ts';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import classes from '../groups.module.css';
import { type GroupSearch, type GroupSearchChange, isTree } from './list-search.ts';
import { Trail } from './Trail.tsx';

type Props = { search: GroupSearch; onChange: (change: GroupSearchChange) => void };

/** The keyword, the tag, tree or list, and where one stands in the tree. */
export function Tools({ search, onChange }: Props) {
  const t = useT();
  const view = isTree(search) ? 'tree' : 'all';
  return (
    <>
      <SearchBox
        label={t('groups.search')}
        value={search.keyword ?? ''}
        maxLength={MAX_GROUP_KEYWORD_LENGTH}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <TagFilter search={search} onChange={onChange} />
      <SegmentedControl
        className={classes.views}
        aria-label={t('groups.view')}
        value={view}
        data={[
          { value: 'tree', label: t('groups.view_tree') },
          { value: 'all', label: t('groups.view_all') },
        ]}
        onChange={(next) =>
          onChange(
            next === 'tree' ? { view: undefined, keyword: undefined, tag: undefined } : { view: 'all', at: undefined },
          )
        }
      />
      {isTree(search) ? <Trail search={search} /> : null}
    </>
  );
}

function TagFilter({ search, onChange }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const { data: tags = [] } = useQuery(allTagsQuery(tenantId));
  const names = tags.map(({ name }) => name);
  const chosen = search.tag ?? '';
  if (names.length === 0 && chosen === '') return null;
  const known = chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <FilterSelect
      label={t('groups.byTag')}
      value={chosen}
      choices={[{ value: '', label: t('groups.anyTag') }, ...known.map((name) => ({ value: name, label: name }))]}
      onChange={(tag) => onChange({ tag: tag || undefined })}
    />
  );
}
