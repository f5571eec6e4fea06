import { Button } from '@mantine/core';
import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import { useState } from 'react';
import type { PinPolicy } from '#contract/rules.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { ShownOnceDialog } from '../../ui/dialog/ShownOnceDialog.tsx';
import parts from '../../ui/form/parts.module.css';
import { CopyButton } from '../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { useAct } from '../use-act.ts';
import classes from './pin.module.css';
import { PinDialog } from './PinDialog.tsx';

type Props = {
  pin: PinPolicy & { assigned: boolean };
  /** What may be done; nothing hides the buttons. */
  may: { issue: boolean; choose: boolean; remove: boolean };
  words: {
    title: string;
    why: string;
    name: string;
    state: string;
    /** Under the name: since when there is one, or what it is for. */
    note: string;
    issue: string;
    again: { title: string; effect: string };
    removal: { title: string; effect: string; done: string };
    choice: { title: string; why: string; pin: string; rule: string; done: string };
    shown: { title: string; why: string; ok: string };
  };
  calls: {
    /** Makes one, or sets the one given; answers the one it made. */
    issue: (pin?: string) => Promise<{ userCode: string | null }>;
    remove: () => Promise<unknown>;
    /** Asks anew for what is out of date after one of these. */
    renew: () => Promise<unknown>;
  };
  say: (alert: AlertContent | undefined) => void;
  /** Making the first one is what the page is for. */
  isMain?: boolean;
};

type Opened = { dialog: 'issue' | 'own' | 'remove' } | { dialog: 'issued'; pin: string };

/** The PIN that somebody signs in with at devices: made and shown once, or chosen; replaced, taken away. */
export function PinCard({ pin, may, words, calls, say, isMain = false }: Props) {
  const t = useT();
  const { busy, run } = useAct(say);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const issue = async () => {
    close();
    const done = await run(() => calls.issue());
    if (!done) return;
    if (done.answer.userCode) setOpened({ dialog: 'issued', pin: done.answer.userCode });
    await calls.renew();
  };
  const remove = async () => {
    close();
    if (!(await run(calls.remove))) return;
    await calls.renew();
    say({ kind: 'success', text: words.removal.done });
  };
  return (
    <SettingsCard title={words.title} why={words.why}>
      <div className={parts.item}>
        <IconPassword size={22} stroke={1.75} aria-hidden="true" />
        <div className={parts.itemWords}>
          <div className={parts.itemName}>
            {words.name}
            <StatusBadge tone={pin.assigned ? 'good' : 'neutral'}>{words.state}</StatusBadge>
          </div>
          <p className={parts.note}>{words.note}</p>
        </div>
      </div>
      {may.issue || may.choose || may.remove ? (
        <div className={parts.buttons}>
          {may.issue ? (
            <Button
              variant={isMain && !pin.assigned ? 'filled' : 'default'}
              loading={busy}
              onClick={() => (pin.assigned ? setOpened({ dialog: 'issue' }) : void issue())}
            >
              {words.issue}
            </Button>
          ) : null}
          {may.choose ? (
            <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'own' })}>
              {words.choice.title}
            </Button>
          ) : null}
          {may.remove ? (
            <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'remove' })}>
              {t('common.remove')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        opened={opened?.dialog === 'issue'}
        title={words.again.title}
        okLabel={words.issue}
        onOk={() => void issue()}
        onCancel={close}
      >
        {words.again.effect}
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened?.dialog === 'remove'}
        title={words.removal.title}
        okLabel={t('common.remove')}
        danger
        onOk={() => void remove()}
        onCancel={close}
      >
        {words.removal.effect}
      </ConfirmDialog>
      {opened?.dialog === 'own' ? (
        <PinDialog
          words={words.choice}
          rules={pin}
          send={calls.issue}
          onCancel={close}
          onDone={() => {
            close();
            say({ kind: 'success', text: words.choice.done });
            void calls.renew();
          }}
        />
      ) : null}
      {opened?.dialog === 'issued' ? (
        <ShownOnceDialog
          key={opened.pin}
          title={words.shown.title}
          okLabel={words.shown.ok}
          width={420}
          onClose={close}
        >
          <p>{words.shown.why}</p>
          <div className={parts.secret}>
            <code className={classes.pin}>{opened.pin}</code>
            <CopyButton value={opened.pin} name={words.name} />
          </div>
        </ShownOnceDialog>
      ) : null}
    </SettingsCard>
  );
}
