import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { MAX_CHILD_GROUPS_A_CALL } from '#contract/limits.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import type { ListPlace } from '../../../ui/list/address.ts';
import { paths } from '../../../base/paths.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupConfirmDialog, GroupDialog } from '../../../pickers/dialogs.ts';
import { useChosenRows } from '../../../pickers/use-chosen-rows.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { AddGroupButton } from '../AddGroupButton.tsx';
import { CutNote } from '../CutNote.tsx';
import classes from '../groups.module.css';
import parts from '../../../ui/form/parts.module.css';
import { groupColumns } from '../list/columns.tsx';
import { childrenQuery } from '../queries.ts';
import type { TabProps } from './use-group-acts.ts';
import { useMembers } from './use-members.tsx';

const route = getRouteApi('/frame/portal/groups/$uuid');
const rowId = ({ uuid }: ListedGroup) => uuid;
const rowName = ({ name }: ListedGroup) => name;

/** The groups directly in this one: put in, made here, taken out. */
export function ChildrenTab({ group, mayChange, say }: TabProps) {
  const kit = useColumnKit();
  const { t } = kit;
  const navigate = route.useNavigate();
  const { page = 1 } = route.useSearch();
  const list = useQuery(childrenQuery(group.tenantId, group.uuid, page));
  const columns = useMemo(
    () =>
      groupColumns(kit, ({ uuid }) => ({ at: `${group.uuid}.${uuid}` })).map((column) => ({
        ...column,
        // They come by name.
        sortable: false,
      })),
    [kit, group.uuid],
  );
  const chosen = useChosenRows<ListedGroup>(MAX_CHILD_GROUPS_A_CALL);
  const go = ({ page: next = 1 }: ListPlace, replace = false) =>
    void navigate({ search: { tab: 'children', ...(next > 1 ? { page: next } : {}) }, replace });
  return (
    <QueryList
      id="child-groups"
      plain
      caption={t('groups.children')}
      columns={columns}
      query={list}
      rowId={rowId}
      rowName={rowName}
      toolbar={<Tools group={group} mayChange={mayChange} say={say} />}
      at={{ page }}
      go={go}
      paged="by page"
      oneSize
      failedTitle={t('groups.failedTitle')}
      empty={{ title: t('groups.noChildrenTitle'), text: t('groups.noChildren') }}
      {...(mayChange
        ? {
            selection: chosen.selection,
            onSelection: ({ ids }) => chosen.choose(ids, list.data?.results),
            selectionActions: (
              <>
                <TakeOut group={group} say={say} chosen={chosen.rows} onDone={chosen.clear} />
                {chosen.cut ? <CutNote most={MAX_CHILD_GROUPS_A_CALL} /> : null}
              </>
            ),
          }
        : {})}
    />
  );
}

function Tools({ group, mayChange, say }: TabProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, groups } = useMembers(group, say, setAlert);
  return (
    <>
      <Link to={paths.groups} search={{ at: group.uuid }}>
        {t('groups.showInTree')}
      </Link>
      {mayChange ? (
        <div className={`${parts.buttons} ${classes.end}`}>
          <AddGroupButton parent={group.uuid} variant="default" />
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => {
              setAlert(undefined);
              setOpened(true);
            }}
          >
            {t('groups.addChild')}
          </Button>
        </div>
      ) : null}
      {opened ? (
        <Suspense>
          <GroupDialog
            title={t('groups.addChildTitle', { name: group.name })}
            okLabel={t('groups.addChildNow')}
            refused={({ uuid }) => (uuid === group.uuid ? t('groups.thisGroup') : undefined)}
            busy={busy}
            alert={alert}
            onOk={(chosen) => void groups('add', [chosen]).then((done) => setOpened(!done))}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type TakeOutProps = Pick<TabProps, 'group' | 'say'> & { chosen: readonly ListedGroup[]; onDone: () => void };

function TakeOut({ group, say, chosen, onDone }: TakeOutProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { busy, groups } = useMembers(group, say);
  const remove = () =>
    void groups('remove', chosen).then((done) => {
      setOpened(false);
      if (done) onDone();
    });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        {t('groups.takeOut')}
      </Button>
      {opened ? (
        <Suspense>
          <GroupConfirmDialog
            title={t('groups.removeGroupsTitle', { name: group.name })}
            message={t('groups.removeGroupsEffect', { name: group.name })}
            groups={chosen}
            okLabel={t('groups.takeOut')}
            danger
            busy={busy}
            onOk={remove}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
