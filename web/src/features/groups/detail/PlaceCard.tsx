import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Group, GroupName } from '#contract/people/groups-fields.ts';
import { MAX_CHILD_GROUPS_A_CALL } from '#contract/limits.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../groups.module.css';
import parts from '../../../ui/form/parts.module.css';
import { childrenQuery } from '../queries.ts';
import type { ProfileProps } from './use-group-form.ts';

/** As many child groups as the drawing shows. */
const DRAWN = 5;

/** Where the group stands: the groups it is in above it, its child groups below, drawn as a tree. */
export function PlaceCard({ group, form, mayChange }: ProfileProps) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const { draft, mistakes, change } = form;
  // Of more parents than the answer names, the others would be lost.
  const isWhole = group.parents.length === group.parentCount;
  const edit = mayChange && isWhole;
  const put = (parents: readonly GroupName[]) => change({ parents });
  return (
    <SettingsCard title={t('groups.place')} why={t('groups.placeWhy')}>
      <Drawing group={group} parents={draft.parents} onRemove={edit ? put : undefined} />
      {isWhole ? null : <p className={parts.note}>{t('groups.moreParents', { count: group.parentCount })}</p>}
      {mistakes.parents ? (
        <p role="alert" className={parts.danger}>
          {mistakes.parents}
        </p>
      ) : null}
      {edit && draft.parents.length < MAX_CHILD_GROUPS_A_CALL ? (
        <div className={parts.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setChoosing(true)}
          >
            {t('groups.putInto')}
          </Button>
        </div>
      ) : null}
      {choosing ? (
        <Suspense>
          <GroupDialog
            title={t('groups.putIntoTitle', { name: group.name })}
            forGroup={group.uuid}
            refused={({ uuid }) => {
              if (uuid === group.uuid) return t('groups.thisGroup');
              return draft.parents.some((parent) => parent.uuid === uuid) ? t('groups.alreadyIn') : undefined;
            }}
            onOk={({ uuid, groupId, name }) => {
              setChoosing(false);
              put([...draft.parents, { uuid, groupId, name }]);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </SettingsCard>
  );
}

type DrawingProps = {
  group: Group;
  parents: readonly GroupName[];
  onRemove: ((left: readonly GroupName[]) => void) | undefined;
};

function Drawing({ group, parents, onRemove }: DrawingProps) {
  const t = useT();
  const { data: children } = useQuery({
    ...childrenQuery(group.tenantId, group.uuid, 1, DRAWN),
    enabled: group.childCount > 0,
  });
  const others = group.childCount - (children?.results.length ?? 0);
  return (
    <ul className={classes.tree}>
      {parents.length === 0 ? <li className={parts.note}>{t('groups.topOfTree')}</li> : null}
      {parents.map((parent) => (
        <li key={parent.uuid}>
          <GroupLink {...parent} />
          {onRemove ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('groups.takeOutOf', { name: parent.name })}
              title={t('groups.takeOutOf', { name: parent.name })}
              onClick={() => onRemove(parents.filter(({ uuid }) => uuid !== parent.uuid))}
            >
              <IconX size={16} />
            </ActionIcon>
          ) : null}
        </li>
      ))}
      <li className={classes.below}>
        <strong>{group.name}</strong>
        {group.childCount > 0 ? (
          <ul className={classes.tree}>
            {children?.results.map((child) => (
              <li key={child.uuid} className={classes.below}>
                <GroupLink {...child} />
              </li>
            ))}
            {children && others > 0 ? (
              <li className={classes.below}>
                <Link to="/portal/groups/$uuid" params={{ uuid: group.uuid }} search={{ tab: 'children' }}>
                  {t('groups.moreChildren', { count: others })}
                </Link>
              </li>
            ) : null}
          </ul>
        ) : null}
      </li>
    </ul>
  );
}

function GroupLink({ uuid, name }: GroupName) {
  return (
    <Link to="/portal/groups/$uuid" params={{ uuid }}>
      {name}
    </Link>
  );
}
