import { ActionIcon, Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Tag } from '#contract/people/tags.ts';
import { MAX_GROUP_KEYWORD_LENGTH, MAX_TAGS_PER_GROUP } from '#contract/limits.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import type { ChangeOf, ListPlace } from '../../../ui/list/address.ts';
import { tagAddress, tagQuery, type TagSearch } from './tag-search.ts';
import { paths } from '../../../base/paths.ts';
import { PartTabs } from '../../../base/PartTabs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import classes from '../groups.module.css';
import { tagListQuery } from '../queries.ts';
import { AddTagDialog, DeleteTagDialog, EditTagDialog } from './TagDialogs.tsx';

const route = getRouteApi('/frame/portal/tags');

const rowId = ({ uuid }: Tag) => uuid;
const rowName = ({ name }: Tag) => name;

/** What the dialogs are open for: a new tag, one to change, one to delete. */
type Asked = { act: 'add' } | { act: 'edit' | 'delete'; tag: Tag };

function columnsOf({ t, words }: ColumnKit, ask: ((asked: Asked) => void) | undefined): ListColumn<Tag>[] {
  return [
    {
      id: 'name',
      header: t('groups.tag'),
      isName: true,
      sortable: true,
      cell: ({ name }) => <span className={classes.tag}>{name}</span>,
    },
    words('description', t('common.description'), ({ description }) => description, { priority: 1 }),
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
  const kit = useColumnKit();
  const { t, language } = kit;
  const number = new Intl.NumberFormat(language);
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = me.permissions.includes('users:write');
  const [asked, setAsked] = useState<Asked>();
  const [alert, setAlert] = useState<AlertContent>();
  const { keyword = '' } = search;
  const go = (change: ChangeOf<TagSearch> | ListPlace, replace = false) =>
    void navigate({ search: (before) => tagAddress.changed(before, change), replace });
  const add = mayChange ? (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsked({ act: 'add' })}>
      {t('groups.addTag')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageTitle title={t('groups.title')} actions={add}>
        {t('groups.tagsLead', { most: number.format(MAX_TAGS_PER_GROUP) })}
      </PageTitle>
      <PartTabs />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList
        id="tags"
        plain
        caption={t('groups.tags')}
        columns={useMemo(() => columnsOf(kit, mayChange ? setAsked : undefined), [kit, mayChange])}
        query={useQuery(tagListQuery(me.tenantId, tagQuery(search)))}
        rowId={rowId}
        rowName={rowName}
        toolbar={
          <SearchBox
            label={t('groups.searchTags')}
            value={keyword}
            maxLength={MAX_GROUP_KEYWORD_LENGTH}
            onSearch={(wanted) => go({ keyword: wanted }, true)}
          />
        }
        onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined })}
        at={search}
        go={go}
        paged="by page"
        sortedBy="name"
        failedTitle={t('groups.tagsFailed')}
        empty={{ title: t('groups.noTagsTitle'), text: t('groups.noTagsYet'), action: add }}
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
