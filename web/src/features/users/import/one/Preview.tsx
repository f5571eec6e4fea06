import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { importSeatsQuery } from '../../../../base/seats/query.ts';
import { SeatForecast } from '../../../../base/seats/SeatForecast.tsx';
import { useMe } from '../../../../base/session-queries.ts';
import type { Translate } from '../../../../i18n/keys.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import classes from '../../users.module.css';
import parts from '../../../../ui/form/parts.module.css';
import { changesIn, changingKinds, isUndo, rowsIn } from '../words.ts';
import { Rows } from './Rows.tsx';
import type { ImportActs } from './use-import-acts.ts';

type Counted = UserImport & { counts: NonNullable<UserImport['counts']> };
type Props = { shown: Counted; acts: ImportActs; onMapAgain: (() => void) | undefined };

/** What an import would do, before anything is written. */
export function Preview({ shown, acts, onMapAgain }: Props) {
  const t = useT();
  const { tenantId, permissions } = useMe();
  const mayChange = permissions.includes('users:write');
  const [asked, setAsked] = useState(false);
  const [invites, setInvites] = useState(false);
  const { counts } = shown;
  const mayInvite = !isUndo(shown) && counts.create > shown.createsActive;
  const changes = changesIn(counts);
  return (
    <>
      <div className={classes.sure}>
        <div>
          <h2>{t('transfer.changes', { count: changes })}</h2>
          <p className={parts.note}>
            {changes === 0 && counts.wrong === 0
              ? t('transfer.nothingToDo', { count: rowsIn(counts) })
              : t('transfer.ofRows', { count: rowsIn(counts) })}
          </p>
        </div>
        <div className={parts.buttons}>
          {counts.wrong > 0 ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              disabled={acts.busy}
              onClick={() => void acts.fetchResult('wrong')}
            >
              {t('transfer.fetchWrong')}
            </Button>
          ) : null}
          {onMapAgain ? (
            <Button variant="default" disabled={acts.busy} onClick={onMapAgain}>
              {t('transfer.mapAgain')}
            </Button>
          ) : null}
          {mayChange ? (
            <Button variant="default" disabled={acts.busy} onClick={() => void acts.cancel()}>
              {t(isUndo(shown) ? 'common.discard' : 'transfer.giveUp')}
            </Button>
          ) : null}
          {mayChange && changes > 0 ? (
            <Button disabled={acts.busy} onClick={() => setAsked(true)}>
              {t('transfer.carryOut')}
            </Button>
          ) : null}
        </div>
      </div>
      <SeatForecast query={importSeatsQuery(tenantId, shown.importId)} keepsRoom />
      <Rows shown={shown} />
      <ConfirmDialog
        opened={asked}
        title={t('transfer.carryOutTitle', { count: changes })}
        okLabel={t('transfer.carryOut')}
        danger={counts.delete > 0}
        affected={shown.confirmCount ?? 0}
        busy={acts.busy}
        onOk={() => void acts.confirm(shown.confirmCount, invites && mayInvite).then(() => setAsked(false))}
        onCancel={() => setAsked(false)}
      >
        {effects(t, shown).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {asked ? <SeatForecast query={importSeatsQuery(tenantId, shown.importId)} /> : null}
        {mayInvite ? (
          <Checkbox
            label={t('transfer.invite')}
            description={t('transfer.inviteHelp')}
            checked={invites}
            onChange={(event) => setInvites(event.currentTarget.checked)}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}

/** What carrying it out does, in numbers. */
function effects(t: Translate, shown: Counted): string[] {
  const { counts, createsActive, losesAddress, leavesGroups, beyondUserLimit } = shown;
  const kinds = [...changingKinds, 'wrong'] as const;
  return [
    ...kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => {
        if (isUndo(shown) && kind === 'create') return t('transfer.effectRestore', { count: counts.create });
        if (isUndo(shown) && kind === 'wrong') return t('transfer.effectLeftAlone', { count: counts.wrong });
        return t(`transfer.effect_${kind}`, { count: counts[kind] });
      }),
    ...(createsActive > 0 ? [t('transfer.active', { count: createsActive })] : []),
    ...(beyondUserLimit > 0 ? [t('transfer.beyondUserLimit', { count: beyondUserLimit })] : []),
    ...(losesAddress > 0 ? [t('transfer.losesAddress', { count: losesAddress })] : []),
    ...(leavesGroups > 0 ? [t('transfer.leavesGroups', { count: leavesGroups })] : []),
    ...(createsActive > 0 ? [t('transfer.noMailActive')] : []),
  ];
}
