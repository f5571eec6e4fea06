import { Button } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { lazy, Suspense, useState } from 'react';
import { accountActions } from '#contract/people/users-bulk-fields.ts';
import { sendTypes } from '#contract/joining/send-types.ts';
import { useMe } from '../../../base/session-queries.ts';
import { loadAreas } from '../../../i18n/texts.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { affectedBy, type BulkTarget, conditionOfTarget, tooMany } from '../bulk.ts';
import { useAccountActs } from './use-account-acts.tsx';
import { type BulkProps, useBulkCall } from './use-bulk-call.ts';
import { useCounted } from './use-counted.ts';
import { useMailing } from './use-mailing.tsx';

// The list's first load is not to carry them.
const AssignDialog = lazy(() => import('./AssignDialog.tsx'));
const AddToGroup = lazy(() => import('./AddToGroup.tsx'));
const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../export/ExportDialog.tsx'), loadAreas('transfer')]);
  return dialog;
});

type Opened = { dialog: 'assign' | 'group' | 'export'; target: BulkTarget };

/** What can be done to the users selected: what is asked for most beside each other, the rest under "More". */
export function BulkActions({ target, say, onDone }: BulkProps) {
  const t = useT();
  const language = useLanguage();
  const { permissions } = useMe();
  const { busy, run } = useBulkCall(say);
  const counted = useCounted(run);
  const [opened, setOpened] = useState<Opened>();
  const none = affectedBy(target) === 0 || busy;
  const open = async (dialog: Opened['dialog']) => {
    const exact = await counted(target);
    if (!exact) return;
    const limit = tooMany(exact);
    if (!limit) return setOpened({ dialog, target: exact });
    say({
      kind: 'warning',
      text: t('users.bulk.tooMany', { most: new Intl.NumberFormat(language).format(limit.most) }),
    });
  };
  const close = () => setOpened(undefined);
  const shared = { say, onDone, onClose: close };
  const button = (dialog: Opened['dialog'], words: string) => (
    <Button size="compact-sm" variant="default" disabled={none} onClick={() => void open(dialog)}>
      {words}
    </Button>
  );
  return (
    <>
      {permissions.includes('licenses:write') ? button('assign', t('users.assign.open')) : null}
      {button('group', t('users.toGroup.open'))}
      {button('export', t('users.bulk.export'))}
      <MoreActs target={target} say={say} onDone={onDone} />
      <Suspense>
        {opened?.dialog === 'assign' ? <AssignDialog target={opened.target} {...shared} /> : null}
        {opened?.dialog === 'group' ? <AddToGroup target={opened.target} {...shared} /> : null}
        {opened?.dialog === 'export' ? (
          <ExportDialog
            condition={conditionOfTarget(opened.target)}
            total={affectedBy(opened.target)}
            totalIsEstimate={false}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Mails, then what is done to accounts, deletion last. */
function MoreActs(props: BulkProps) {
  const t = useT();
  const mailing = useMailing(props);
  const accounts = useAccountActs(props);
  return (
    <>
      <PopoverButton
        label={t('users.bulk.more')}
        target={(properties) => (
          <Button
            {...properties}
            size="compact-sm"
            variant="default"
            disabled={affectedBy(props.target) === 0 || mailing.busy || accounts.busy}
            leftSection={<IconDots size={16} aria-hidden="true" />}
          >
            {t('users.bulk.more')}
          </Button>
        )}
      >
        {sendTypes.map((one) => (
          <PopoverItem key={one} onClick={() => mailing.ask(one)}>
            {t(`users.mail.item_${one}`)}
          </PopoverItem>
        ))}
        {accountActions.map((one, at) => (
          <PopoverItem key={one} parted={at === 0} danger={one === 'delete'} onClick={() => accounts.ask(one)}>
            {t(`users.act.${one}`)}
          </PopoverItem>
        ))}
      </PopoverButton>
      {mailing.dialog}
      {accounts.dialog}
    </>
  );
}
