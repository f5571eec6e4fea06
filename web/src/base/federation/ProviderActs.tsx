import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import parts from '../../ui/form/parts.module.css';
import type { ShownProvider } from './ProviderHead.tsx';

type Act = 'switchOn' | 'switchOff' | 'delete';

type Props = {
  provider: ShownProvider;
  busy: boolean;
  test: () => Promise<unknown>;
  setEnabled: (enabled: boolean) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Further items of the menu. */
  more?: ReactNode;
};

/** The test, and a menu of acts, each asked about before, with how many users it affects. */
export function ProviderActs({ provider, busy, test, setEnabled, remove, more }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const acts: Record<Act, () => Promise<unknown>> = {
    switchOn: () => setEnabled(true),
    switchOff: () => setEnabled(false),
    delete: remove,
  };
  const { displayName: name, enabled, testedAt, linkedUsers } = provider;
  const effect = asked === 'switchOn' && testedAt === null ? 'untested' : asked;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
        loading={busy}
        onClick={() => void test()}
      >
        {t('openid.test')}
      </Button>
      <PopoverButton
        label={t('openid.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('openid.acts')}
          </Button>
        )}
      >
        <PopoverItem onClick={() => setAsked(enabled ? 'switchOff' : 'switchOn')}>
          {t(enabled ? 'openid.act_switchOff' : 'openid.act_switchOn')}
        </PopoverItem>
        {more}
        <PopoverItem onClick={() => setAsked('delete')}>
          <span className={parts.danger}>{t('openid.act_delete')}</span>
        </PopoverItem>
      </PopoverButton>
      {asked && effect ? (
        <ConfirmDialog
          opened
          title={t(`openid.ask_${asked}`, { name })}
          okLabel={t(`openid.act_${asked}`)}
          danger={asked !== 'switchOn'}
          affected={asked === 'switchOn' ? 0 : linkedUsers}
          busy={busy}
          onOk={() => void acts[asked]().then(() => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(`openid.effect_${effect}`)}</p>
          {asked === 'switchOn' ? null : <p>{t('openid.affected', { count: linkedUsers })}</p>}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
