import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { Me } from '#contract/sign-in/me.ts';
import { formatDate } from '#contract/display.ts';
import { timeZoneOf } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import classes from './recovery-codes.module.css';

type Props = { codes: readonly string[]; me: Me; onClose: () => void };

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** New recovery codes, to be copied, kept as a file or printed. */
export function RecoveryCodesDialog({ codes, me, onClose }: Props) {
  const t = useT();
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const date = formatDate(new Date(), useLanguage(), timeZoneOf(me));
  const heading = t('account.recovery.fileHeading', { user: me.userId, tenant: me.tenantName, date });
  const text = `${heading}\r\n\r\n${codes.join('\r\n')}\r\n`;
  return (
    <ShownOnceDialog
      title={t('account.recovery.newTitle')}
      okLabel={t('account.recovery.kept')}
      width={520}
      onClose={onClose}
    >
      <p className={classes.screenOnly}>{t('account.recovery.newWhy')}</p>
      <p className={classes.paperOnly}>{heading}</p>
      <ul className={classes.codes} aria-label={t('account.recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={`${parts.buttons} ${classes.screenOnly}`}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => copy(codes.join('\n'))}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => download(`recovery-codes-${me.tenantId}-${me.userId}.txt`, text)}
        >
          {t('account.recovery.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('account.recovery.print')}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {copied ? t('common.copied') : ''}
      </p>
    </ShownOnceDialog>
  );
}
