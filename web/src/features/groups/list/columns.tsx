import { Button } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Link } from '@tanstack/react-router';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { dash } from '#contract/display.ts';
import { paths } from '../../../base/paths.ts';
import type { Translate } from '../../../i18n/keys.ts';
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
  t: Translate,
  language: string,
  below: (group: ListedGroup) => GroupSearch,
): ListColumn<ListedGroup>[] {
  const number = new Intl.NumberFormat(language);
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
    {
      id: 'groupId',
      header: t('common.groupId'),
      sortable: true,
      hiddenAtFirst: true,
      cell: ({ groupId }) => groupId,
    },
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
    {
      id: 'users',
      header: t('groups.directMembers'),
      numeric: true,
      cell: ({ userCount }) => number.format(userCount),
    },
    {
      id: 'devices',
      header: t('groups.devices'),
      numeric: true,
      hiddenAtFirst: true,
      cell: ({ deviceCount }) => number.format(deviceCount),
    },
    { id: 'tags', header: t('groups.tags'), cell: ({ tagNames }) => <Tags names={tagNames} most={3} /> },
    { id: 'description', header: t('common.description'), cell: ({ description }) => description || dash },
    {
      id: 'directory',
      header: t('groups.directory'),
      hiddenAtFirst: true,
      cell: ({ azureADStatus }) => azureADStatus ?? dash,
    },
  ];
}
