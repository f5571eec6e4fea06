import { Button } from '@mantine/core';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';

export type LinkCardProps = {
  providers: readonly OfferedProvider[];
  busy: boolean;
  onLink: (provider: OfferedProvider) => void;
};

/** The providers at which an account can be linked. */
export function LinkCard({ providers, busy, onLink }: LinkCardProps) {
  const t = useT();
  return (
    <SettingsCard title={t('account.external.linkTitle')} why={t('account.external.linkWhy')}>
      <ul className={parts.items}>
        {providers.map((provider) => (
          <li key={`${provider.type}/${provider.id}`}>
            <div className={parts.item}>
              <IconPlugConnected size={22} stroke={1.75} aria-hidden="true" />
              <div className={parts.itemWords}>
                <div className={parts.itemName}>{provider.displayName}</div>
              </div>
              <Button
                variant="default"
                disabled={busy}
                aria-label={t('account.external.linkOne', { name: provider.displayName })}
                onClick={() => onLink(provider)}
              >
                {t('account.external.link')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}
