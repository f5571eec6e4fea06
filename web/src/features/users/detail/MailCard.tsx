import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { MAX_MAIL_ADDRESS_LENGTH, MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { RichText, useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { TextBox, type TextBoxProps } from '../../../ui/form/TextBox.tsx';
import { useFocusAdded } from '../../../ui/page/use-focus-added.ts';
import { useTaken } from '../use-taken.ts';
import classes from '../users.module.css';
import { addressState, addressTones } from '../words.ts';
import { addressMistake, withAddress } from './draft.ts';
import { type FormProps, isOwnField, SourceNote, useTextField } from './profile-form.tsx';

/** The address to sign in with, the one that waits to be confirmed, and further ones. */
export function MailCard({ onGiveUp, ...form }: FormProps & { onGiveUp: () => void }) {
  const t = useT();
  const { user, draft, mistakes } = form;
  const box = useTextField(form);
  const changed = draft.loginMailAddress.trim() !== (user.loginMailAddress ?? '');
  const taken = useTaken('mailAddresses', changed ? draft.loginMailAddress : '', user.uuid);
  return (
    <SettingsCard title={t('users.mailAddresses')} why={t('users.mailAddressesWhy')}>
      <SourceNote user={user} fields={['loginMailAddress', 'mailAddresses']} />
      <TextBox
        {...box('loginMailAddress')}
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
  // is replaced above instead.
  const isOnlyOne = user.loginMailAddress === null && (user.status === 'registering' || !user.passwordAssigned);
  return (
    <div className={classes.pending}>
      <p>
        <RichText text="users.waiting" params={{ address }} parts={{ b: <strong /> }} />
      </p>
      {until ? <p>{t('users.linkUntil', { time: formatDateTime(new Date(until), language, zone) })}</p> : null}
      {isOwnField({ user, ...form }, 'loginMailAddress') && !isOnlyOne ? (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('users.giveUp')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asked}
        title={t('users.giveUpTitle', { address })}
        okLabel={t('users.giveUp')}
        onOk={() => {
          setAsked(false);
          onGiveUp();
        }}
        onCancel={() => setAsked(false)}
      >
        <p>{t('users.giveUpEffect')}</p>
      </ConfirmDialog>
    </div>
  );
}

function OtherAddresses({ draft, change, mistakes, ...form }: FormProps) {
  const t = useT();
  const { mailAddresses } = draft;
  const added = useFocusAdded();
  const isOwn = isOwnField(form, 'mailAddresses');
  const set = (next: typeof mailAddresses) => change({ mailAddresses: next });
  return (
    <>
      {mailAddresses.map(({ key, value }, index) => (
        <div key={key} className={classes.row}>
          <OtherAddress
            ref={added.ref}
            label={t('users.mailAddressNumber', { number: index + 1 })}
            value={value}
            user={form.user}
            onChange={(text) => set(mailAddresses.map((one) => (one.key === key ? { key, value: text } : one)))}
            validate={(text) => {
              const found = addressMistake(mailAddresses, key, text);
              return found && t(`users.mistake_${found}`);
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
              aria-label={t('users.removeMailAddress', { address: value || String(index + 1) })}
              title={t('common.remove')}
              onClick={() => set(mailAddresses.filter((one) => one.key !== key))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {isOwn ? (
        <div className={classes.foot}>
          <span className={classes.note}>{t('users.mailAddressesLimit', { most: MAX_MAIL_ADDRESSES })}</span>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={mailAddresses.length >= MAX_MAIL_ADDRESSES}
            onClick={() => {
              added.willAdd();
              set(withAddress(mailAddresses));
            }}
          >
            {t('users.addMailAddress')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type OtherAddressProps = Pick<
  TextBoxProps,
  'label' | 'value' | 'onChange' | 'validate' | 'error' | 'disabled' | 'ref'
> &
  Pick<FormProps, 'user'>;

/** A further address; that somebody else has it too is said, and is no reason not to save: people share mailboxes. */
function OtherAddress({ user, ...box }: OtherAddressProps) {
  const t = useT();
  const { value } = box;
  const isTaken = useTaken('mailAddresses', user.mailAddresses.includes(value.trim()) ? '' : value, user.uuid);
  return (
    <TextBox
      {...box}
      type="email"
      autoComplete="off"
      maxLength={MAX_MAIL_ADDRESS_LENGTH}
      {...(isTaken ? { help: t('users.mailAddressShared') } : {})}
    />
  );
}
