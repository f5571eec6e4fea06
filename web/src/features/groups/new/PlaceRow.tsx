import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { PickableGroup } from '../../../pickers/GroupRows.tsx';
import { GroupName } from '../GroupName.tsx';
import parts from '../../../ui/form/parts.module.css';

export type Place = {
  /** The group that the new one is put into; absent: the top of the tree. */
  parent: PickableGroup | undefined;
  /** Whether the parent that the address names has been read. */
  known: boolean;
  failed: unknown;
  choose: (group: PickableGroup) => void;
};

/** The parent of a new group: the one the address names until another is chosen. */
export function usePlace(named: string | undefined): Place {
  const { tenantId } = useMe();
  const [chosen, choose] = useState<PickableGroup>();
  const asked = named !== undefined && chosen === undefined;
  const { data, error } = useQuery({ ...groupQuery(tenantId, named ?? ''), enabled: asked });
  const parent = asked ? data : chosen?.uuid ? chosen : undefined;
  return { parent, known: !asked || data !== undefined, failed: asked ? error : null, choose };
}

export function PlaceRow({ place: { parent, known, failed, choose } }: { place: Place }) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {parent ? <GroupName name={parent.name} groupId={parent.groupId} /> : null}
      {!parent && known ? <p className={parts.note}>{t('groups.topOfTree')}</p> : null}
      {failed ? (
        <p role="alert" className={parts.danger}>
          {failureText(t, failed)}
        </p>
      ) : null}
      <div className={parts.buttons}>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {t('groups.choosePlace')}
        </Button>
      </div>
      {choosing ? (
        <Suspense>
          <GroupDialog
            title={t('groups.choosePlaceTitle')}
            unspecified={t('groups.topOfTree')}
            onOk={(group) => {
              setChoosing(false);
              choose(group);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
