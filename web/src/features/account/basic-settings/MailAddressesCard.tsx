import { MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { MailAddressBoxes } from '../../../base/mail-addresses/MailAddressBoxes.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { CardProps } from './draft.ts';

/** Further mail addresses, up to ten. */
export function MailAddressesCard({ me, draft, change, mistakes }: CardProps) {
  const t = useT();
  const isOwn = me.source === 'local';
  return (
    <SettingsCard title={t('account.basic.mailAddresses')} why={t('account.basic.mailAddressesWhy')}>
      {isOwn ? null : <p className={parts.note}>{t('account.basic.keptElsewhere')}</p>}
      {draft.mailAddresses.length === 0 ? <p className={parts.note}>{t('account.basic.noMailAddresses')}</p> : null}
      <MailAddressBoxes
        boxes={draft.mailAddresses}
        onChange={(boxes) => change({ type: 'setAddresses', boxes })}
        disabled={!isOwn}
        autoComplete="email"
        error={mistakes.mailAddresses}
        words={{
          label: (number) => t('account.basic.mailAddressNumber', { number }),
          remove: (address) => t('account.basic.removeMailAddress', { address }),
          mistake: (found) => t(`account.basic.mailAddress_${found}`),
          limit: t('account.basic.mailAddressesLimit', { most: MAX_MAIL_ADDRESSES }),
          add: t('account.basic.addMailAddress'),
        }}
      />
    </SettingsCard>
  );
}
