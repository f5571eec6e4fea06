import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useState } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { Source } from '../queries.ts';
import type { SourceActs as Acts } from './use-source-acts.ts';

type Act = 'switchOn' | 'switchOff' | 'delete';

/** A menu of acts, each asked about before, with how many users and tokens it affects. */
export function SourceActs({ source, acts: { busy, setEnabled, remove } }: { source: Source; acts: Acts }) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const acts: Record<Act, () => Promise<unknown>> = {
    switchOn: () => setEnabled(true),
    switchOff: () => setEnabled(false),
    delete: remove,
  };
  const { displayName: name, enabled, users, activeTokens } = source;
  return (
    <>
      <PopoverButton
        label={t('provisioning.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('provisioning.acts')}
          </Button>
        )}
      >
        <PopoverItem onClick={() => setAsked(enabled ? 'switchOff' : 'switchOn')}>
          {t(enabled ? 'provisioning.act_switchOff' : 'provisioning.act_switchOn')}
        </PopoverItem>
        <PopoverItem onClick={() => setAsked('delete')}>
          <span className={parts.danger}>{t('provisioning.act_delete')}</span>
        </PopoverItem>
      </PopoverButton>
      {asked ? (
        <ConfirmDialog
          opened
          title={t(`provisioning.ask_${asked}`, { name })}
          okLabel={t(`provisioning.act_${asked}`)}
          danger={asked !== 'switchOn'}
          affected={asked === 'delete' ? users : 0}
          busy={busy}
          onOk={() => void acts[asked]().then(() => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(`provisioning.effect_${asked}`, { name })}</p>
          {asked === 'delete' ? (
            <>
              <p>{t('provisioning.affectedUsers', { count: users })}</p>
              <p>{t('provisioning.affectedTokens', { count: activeTokens })}</p>
            </>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
