import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { type ReactNode, useId, useState } from 'react';
import type { ConnectionImpact } from '#contract/sign-in/connection-impact.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import parts from '../../ui/form/parts.module.css';
import type { ShownProvider } from './ProviderHead.tsx';
import { LearnMore } from '../guides/LearnMore.tsx';
import { ProviderImpact } from './ProviderImpact.tsx';

type Act = 'switchOn' | 'switchOff' | 'delete';

type Props = {
  provider: ShownProvider;
  busy: boolean;
  test: () => Promise<unknown>;
  setEnabled: (enabled: boolean) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Asks who needs it to sign in. */
  impact: () => Promise<ConnectionImpact>;
  /** Further items of the menu. */
  more?: ReactNode;
};

/** The test, and a menu of acts, each asked about before, with how many users it affects. */
export function ProviderActs({ provider, busy, test, setEnabled, remove, impact, more }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const close = () => setAsked(undefined);
  const acts = { switchOff: () => setEnabled(false), delete: remove };
  const { displayName: name, enabled, testedAt } = provider;
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
      {asked === 'switchOn' ? (
        <ConfirmDialog
          opened
          title={t('openid.ask_switchOn', { name })}
          okLabel={t('openid.act_switchOn')}
          busy={busy}
          onOk={() => void setEnabled(true).then(close)}
          onCancel={close}
        >
          <p>{t(`openid.effect_${testedAt === null ? 'untested' : 'switchOn'}`)}</p>
        </ConfirmDialog>
      ) : null}
      {asked === 'switchOff' || asked === 'delete' ? (
        <EndDialog
          act={asked}
          provider={provider}
          impact={impact}
          busy={busy}
          onOk={() => void acts[asked]().then(close)}
          onCancel={close}
        />
      ) : null}
    </>
  );
}

type EndProps = {
  act: Exclude<Act, 'switchOn'>;
  provider: ShownProvider;
  impact: () => Promise<ConnectionImpact>;
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
};

/** Says who could not sign in any more, before it is done. Without these numbers nothing is done. */
function EndDialog({ act, provider, impact, ...dialog }: EndProps) {
  const t = useT();
  const { displayName: name, linkedUsers } = provider;
  const query = useQuery({ queryKey: ['connectionImpact', useId()], queryFn: impact, staleTime: 0, gcTime: 0 });
  return (
    <ConfirmDialog
      {...dialog}
      opened
      title={t(`openid.ask_${act}`, { name })}
      okLabel={t(`openid.act_${act}`)}
      danger
      affected={linkedUsers}
      blocked={query.data === undefined || query.data.lastAdministrator}
    >
      <p>
        {t(`openid.effect_${act}`)} <LearnMore guide="ending-a-connection" about={t(`openid.ask_${act}`, { name })} />
      </p>
      {act === 'delete' && linkedUsers > 0 ? <p>{t('openid.impactLinks', { count: linkedUsers })}</p> : null}
      <ProviderImpact query={query} />
    </ConfirmDialog>
  );
}
