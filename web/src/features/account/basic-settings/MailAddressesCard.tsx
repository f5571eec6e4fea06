import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { MAX_MAIL_ADDRESS_LENGTH, MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { useFocusAdded } from '../../../ui/page/use-focus-added.ts';
import classes from '../account.module.css';
import { addressMistake, type CardProps } from './draft.ts';

/** Further mail addresses, up to ten. */
export function MailAddressesCard({ me, draft, change, mistakes }: CardProps) {
  const t = useT();
  const isOwn = me.source === 'local';
  const { mailAddresses } = draft;
  const added = useFocusAdded();
  return (
    <SettingsCard title={t('account.basic.mailAddresses')} why={t('account.basic.mailAddressesWhy')}>
      {isOwn ? null : <p className={classes.note}>{t('account.basic.keptElsewhere')}</p>}
      {mailAddresses.length === 0 ? <p className={classes.note}>{t('account.basic.noMailAddresses')}</p> : null}
      {mailAddresses.map(({ key, value }, index) => (
        <div key={key} className={classes.row}>
          <TextBox
            ref={added.ref}
            label={t('account.basic.mailAddressNumber', { number: index + 1 })}
            type="email"
            autoComplete="email"
            maxLength={MAX_MAIL_ADDRESS_LENGTH}
            value={value}
            onChange={(text) => change({ type: 'setAddress', key, value: text })}
            validate={(text) => {
              const found = addressMistake(draft, key, text);
              return found && t(`account.basic.mailAddress_${found}`);
            }}
            error={index === mailAddresses.length - 1 ? mistakes.mailAddresses : undefined}
            disabled={!isOwn}
          />
          {isOwn ? (
            <ActionIcon
              className={classes.beside}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('account.basic.removeMailAddress', { address: value || String(index + 1) })}
              title={t('common.remove')}
              onClick={() => change({ type: 'removeAddress', key })}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {isOwn ? (
        <div className={classes.foot}>
          <span className={classes.note}>{t('account.basic.mailAddressesLimit', { most: MAX_MAIL_ADDRESSES })}</span>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={mailAddresses.length >= MAX_MAIL_ADDRESSES}
            onClick={() => {
              added.willAdd();
              change({ type: 'addAddress' });
            }}
          >
            {t('account.basic.addMailAddress')}
          </Button>
        </div>
      ) : null}
    </SettingsCard>
  );
}
