import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { MAX_MAIL_ADDRESS_LENGTH, MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { MailAddressBoxes } from '../../../base/mail-addresses/MailAddressBoxes.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { RichText, useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { TextBox, type TextBoxProps } from '../../../ui/form/TextBox.tsx';
import { useTaken } from '../use-taken.ts';
import parts from '../../../ui/form/parts.module.css';
import { addressState, addressTones } from '../words.ts';
import { isAddressNeeded, shownAddress } from './draft.ts';
import { type FormProps, isOwnField, SourceNote, useTextField } from './profile-form.tsx';

export type MailProps = { onGiveUp: () => void; addressBox: RefObject<HTMLInputElement | null> };

/**
 * The address to sign in with, the one that waits to be confirmed, and further ones. Who has only one that waits has it
 * in the field.
 */
export function MailCard({ onGiveUp, addressBox, ...form }: FormProps & MailProps) {
  const t = useT();
  const { user, draft, mistakes } = form;
  const box = useTextField(form);
  const changed = draft.loginMailAddress.trim() !== shownAddress(user);
  const taken = useTaken('mailAddresses', changed ? draft.loginMailAddress : '', user.uuid);
  return (
    <SettingsCard title={t('users.mailAddresses')} why={t('users.mailAddressesWhy')}>
      <SourceNote user={user} fields={['loginMailAddress', 'mailAddresses']} />
      <TextBox
        {...box('loginMailAddress')}
        ref={addressBox}
        required={isAddressNeeded(user)}
        label={t('users.loginMailAddress')}
        help={t('users.loginMailAddressHelp')}
        type="email"
        maxLength={MAX_MAIL_ADDRESS_LENGTH}
        error={mistakes.loginMailAddress ?? (taken ? t('errors.duplicated_params_loginMailAddress') : undefined)}
      />
      <p>
        <StatusBadge tone={addressTones[addressState(user)]}>{t(`users.address_${addressState(user)}`)}</StatusBadge>
      </p>
      <Pending {...form} onGiveUp={onGiveUp} />
      <OtherAddresses {...form} />
    </SettingsCard>
  );
}

function Pending({ user, onGiveUp, ...form }: FormProps & { onGiveUp: () => void }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const address = user.nextLoginMailAddress;
  const until = user.loginMailAddressConfirmationExpiresAt;
  const [asked, setAsked] = useState(false);
  if (address === null) return null;
  // Who has no password, also while switched off, would be left without an address to be invited at or to get one by: it
  // is in the field above, to be replaced.
  const isOnlyOne = isAddressNeeded(user);
  return (
    <div className={parts.pending}>
      {isOnlyOne ? null : (
        <p>
          <RichText text="users.waiting" params={{ address }} parts={{ b: <strong /> }} />
        </p>
      )}
      {until ? <p>{t('users.linkUntil', { time: formatDateTime(new Date(until), language, zone) })}</p> : null}
      {isOwnField({ user, ...form }, 'loginMailAddress') && !isOnlyOne ? (
        <div className={parts.buttons}>
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('users.giveUp')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asked}
        title={t('users.giveUp')}
        okLabel={t('users.giveUp')}
        cancelLabel={t('users.keepChange')}
        onOk={() => {
          setAsked(false);
          onGiveUp();
        }}
        onCancel={() => setAsked(false)}
      >
        <p>
          {user.loginMailAddress === null
            ? t('users.giveUpEffectNone', { address })
            : t('users.giveUpEffect', { address, current: user.loginMailAddress })}
        </p>
      </ConfirmDialog>
    </div>
  );
}

function OtherAddresses({ draft, change, mistakes, ...form }: FormProps) {
  const t = useT();
  const { user } = form;
  return (
    <MailAddressBoxes
      boxes={draft.mailAddresses}
      onChange={(mailAddresses) => change({ mailAddresses })}
      disabled={!isOwnField(form, 'mailAddresses')}
      autoComplete="off"
      error={mistakes.mailAddresses}
      words={{
        label: (number) => t('users.mailAddressNumber', { number }),
        remove: (address) => t('users.removeMailAddress', { address }),
        mistake: (found) => t(found === 'invalid' ? 'users.mistake_address' : 'users.mistake_twice'),
        limit: t('users.mailAddressesLimit', { most: MAX_MAIL_ADDRESSES }),
        add: t('users.addMailAddress'),
      }}
      drawBox={(box) => <OtherAddress {...box} user={user} />}
    />
  );
}

/** A further address; that somebody else has it too is said, and is no reason not to save: people share mailboxes. */
function OtherAddress({ user, ...box }: TextBoxProps & Pick<FormProps, 'user'>) {
  const t = useT();
  const { value } = box;
  const isTaken = useTaken('mailAddresses', user.mailAddresses.includes(value.trim()) ? '' : value, user.uuid);
  return <TextBox {...box} {...(isTaken ? { help: t('users.mailAddressShared') } : {})} />;
}
