import { ActionIcon, Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Tag } from '#contract/people/tags.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH, MAX_TAGS_PER_GROUP } from '#contract/limits.ts';
import { failureText, requestIdOf } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { usePageRows } from '../../../ui/list/use-page-rows.ts';
import classes from '../groups.module.css';
import { tagListQuery } from '../queries.ts';
import { AddTagDialog, DeleteTagDialog, EditTagDialog } from './TagDialogs.tsx';
import { changedTagSearch, readTagSearch, tagQuery, type TagSearchChange } from './tag-search.ts';

const route = getRouteApi('/frame/portal/tags');

const rowId = ({ uuid }: Tag) => uuid;
const rowName = ({ name }: Tag) => name;

/** What the dialogs are open for: a new tag, one to change, one to delete. */
type Asked = { act: 'add' } | { act: 'edit' | 'delete'; tag: Tag };

function columnsOf(t: Translate, ask: ((asked: Asked) => void) | undefined): ListColumn<Tag>[] {
  return [
    {
      id: 'name',
      header: t('groups.tag'),
      isName: true,
      sortable: true,
      cell: ({ name }) => <span className={classes.tag}>{name}</span>,
    },
    { id: 'description', header: t('common.description'), cell: ({ description }) => description || dash },
    {
      id: 'groupCount',
      header: t('common.groups'),
      sortable: true,
      cell: ({ name, groupCount }) =>
        groupCount === 0 ? (
          t('groups.onNoGroup')
        ) : (
          <Link to={paths.groups} search={{ tag: name }}>
            {t('common.count.groups', { count: groupCount })}
          </Link>
        ),
    },
    ...(ask
      ? [{ id: 'acts', header: t('groups.acts'), isActs: true, cell: (tag: Tag) => <Acts tag={tag} ask={ask} /> }]
      : []),
  ];
}

function Acts({ tag, ask }: { tag: Tag; ask: (asked: Asked) => void }) {
  const t = useT();
  const act = (name: string, Icon: typeof IconPencil, asked: Asked) => (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={name} title={name} onClick={() => ask(asked)}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <span>
      {act(t('groups.editTag', { name: tag.name }), IconPencil, { act: 'edit', tag })}
      {act(t('groups.deleteTag', { name: tag.name }), IconTrash, { act: 'delete', tag })}
    </span>
  );
}

/** The tags of the tenant (spec section 2, "Tag Management"). */
export function TagList() {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(tagListQuery(me.tenantId, tagQuery(search)));
  const { data, error, isError, isPlaceholderData, refetch } = list;
  const mayChange = me.permissions.includes('users:write');
  const [asked, setAsked] = useState<Asked>();
  const [alert, setAlert] = useState<AlertContent>();
  const columns = useMemo(() => columnsOf(t, mayChange ? setAsked : undefined), [t, mayChange]);
  const { keyword = '', sort = 'name', order = 'ascending', count = DEFAULT_PAGE_SIZE, page = 1 } = search;
  const go = (change: TagSearchChange, replace = false) =>
    void navigate({ search: (before) => changedTagSearch(before, change), replace });
  const rows = usePageRows(list, page === 1, () => go({}, true));
  const add = mayChange ? (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsked({ act: 'add' })}>
      {t('groups.addTag')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageTitle title={t('groups.tags')} actions={add}>
        {t('groups.tagsLead', { most: number.format(MAX_TAGS_PER_GROUP) })}
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable
        id="tags"
        plain
        caption={t('groups.tags')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={6}
        totalResults={data?.totalResults ?? 0}
        sort={{ column: sort, order: order === 'ascending' ? 'asc' : 'desc' }}
        onSort={(next) =>
          go({
            sort: next.column === 'groupCount' ? 'groupCount' : undefined,
            order: next.order === 'desc' ? 'descending' : undefined,
          })
        }
        toolbar={
          <SearchBox
            label={t('groups.searchTags')}
            value={keyword}
            maxLength={MAX_GROUP_KEYWORD_LENGTH}
            onSearch={(wanted) => go({ keyword: wanted }, true)}
          />
        }
        onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined })}
        failed={
          isError
            ? {
                title: t('groups.tagsFailed'),
                text: failureText(t, error),
                requestId: requestIdOf(error),
                onRetry: () => void refetch(),
              }
            : undefined
        }
        empty={{ title: t('groups.noTagsTitle'), text: t('groups.noTagsYet'), action: add }}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              totalResults={data.totalResults}
              onPage={(next) => void navigate({ search: (before) => readTagSearch({ ...before, page: next }) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
      />
      {asked?.act === 'add' ? <AddTagDialog say={setAlert} onClose={() => setAsked(undefined)} /> : null}
      {asked?.act === 'edit' ? (
        <EditTagDialog tag={asked.tag} say={setAlert} onClose={() => setAsked(undefined)} />
      ) : null}
      {asked?.act === 'delete' ? (
        <DeleteTagDialog tag={asked.tag} say={setAlert} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
}
