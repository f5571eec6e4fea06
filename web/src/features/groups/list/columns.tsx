import { Button } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Link } from '@tanstack/react-router';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { dash } from '#contract/display.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import { paths } from '../../../base/paths.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { GroupName } from '../GroupName.tsx';
import classes from '../groups.module.css';
import { Tags } from '../Tags.tsx';
import type { GroupSearch } from './list-search.ts';

/**
 * Every column of the list.
 * @param below the address of the level below a group
 */
export function groupColumns(
  { t, words, figure }: ColumnKit,
  below: (group: ListedGroup) => GroupSearch,
): ListColumn<ListedGroup>[] {
  return [
    {
      id: 'name',
      header: t('groups.group'),
      isName: true,
      sortable: true,
      cell: ({ uuid, name, groupId }) => (
        <Link className={classes.link} to="/portal/groups/$uuid" params={{ uuid }}>
          <GroupName name={name} groupId={groupId} />
        </Link>
      ),
    },
    words('groupId', t('common.groupId'), ({ groupId }) => groupId, { sortable: true, hiddenAtFirst: true }),
    {
      id: 'children',
      header: t('groups.children'),
      cell: (group) =>
        group.hasChildren ? (
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconChevronRight size={14} aria-hidden="true" />}
            aria-label={t('groups.openLevel', { name: group.name })}
            renderRoot={(props) => <Link {...props} to={paths.groups} search={below(group)} />}
          >
            {t('groups.open')}
          </Button>
        ) : (
          dash
        ),
    },
    figure('users', t('groups.directMembers'), ({ userCount }) => userCount),
    figure('devices', t('groups.devices'), ({ deviceCount }) => deviceCount, { hiddenAtFirst: true }),
    {
      id: 'tags',
      priority: 2,
      header: t('groups.tags'),
      cell: ({ tagNames }) => (tagNames.length === 0 ? dash : <Tags names={tagNames} most={3} />),
    },
    words('description', t('common.description'), ({ description }) => description, { priority: 3 }),
    words('directory', t('groups.directory'), ({ azureADStatus }) => azureADStatus && t('groups.synchronized'), {
      hiddenAtFirst: true,
    }),
  ];
}
