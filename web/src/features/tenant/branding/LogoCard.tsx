import { Button } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { Logo } from '#contract/tenant/custom-theme.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '#contract/theme/logo.ts';
import { failureText } from '../../../base/failure.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { FileDrop } from '../../../ui/form/FileDrop.tsx';
import { fileSize } from '../../../ui/text/file-size.ts';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from './branding.module.css';
import type { CardProps } from './ColourCard.tsx';
import { factsOf } from './look.ts';
import { drawForMails } from './mail-image.ts';
import { sendLogo, sendMailImage } from './queries.ts';

const ENDINGS = ['.png', '.jpg', '.jpeg', '.webp', '.svg'] as const;

/** The logo: taken in by the server at once, which checks it; worn once the page is saved. */
export function LogoCard({ draft, change, disabled }: CardProps) {
  const t = useT();
  const language = useLanguage();
  const { file, mistake, removed, take, forget } = useUpload((logo) => change({ logo }));
  const limits = { size: fileSize(MAX_LOGO_BYTES, language), side: MAX_LOGO_SIDE };
  const { logo } = draft;
  return (
    <SettingsCard title={t('tenant.logo')} why={t('tenant.logoWhy')}>
      {logo ? (
        <Chosen
          logo={logo}
          disabled={disabled}
          onRemove={() => {
            forget();
            change({ logo: null });
          }}
        />
      ) : null}
      {removed.length > 0 ? (
        <AlertMessage
          alert={{
            kind: 'info',
            text: t('tenant.logoRemoved', { parts: new Intl.ListFormat(language).format(removed) }),
          }}
          onClose={forget}
        />
      ) : null}
      {logo && !logo.inMails && !file ? (
        <AlertMessage alert={{ kind: 'warning', text: t('tenant.logoNotInMails') }} />
      ) : null}
      <FileDrop
        label={t(logo ? 'tenant.logoReplace' : 'tenant.logoDrop')}
        rule={t('tenant.logoRule', limits)}
        accept={ENDINGS}
        file={file}
        onFile={take}
        mistake={mistake}
        disabled={disabled || file !== undefined}
      />
      <SettingRow
        name={t('tenant.logoPlate')}
        consequence={t('tenant.logoPlateWhy')}
        checked={draft.logoPlate}
        disabled={disabled}
        onChange={(logoPlate) => change({ logoPlate })}
      />
    </SettingsCard>
  );
}

/** Sends a file, and its picture for mails where they could not show it as it is. `file` is there while it is on its way. */
function useUpload(onLogo: (logo: Logo) => void) {
  const t = useT();
  const language = useLanguage();
  const [file, setFile] = useState<File>();
  const [mistake, setMistake] = useState<string>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const send = async (given: File) => {
    const { logo, removed: gone } = await sendLogo(given);
    setRemoved(gone);
    if (logo.inMails) return logo;
    // What a browser cannot draw, mails do without.
    const image = await drawForMails(logo).catch(() => undefined);
    return image ? sendMailImage(logo, image) : logo;
  };
  const take = (given: File | undefined) => {
    setMistake(undefined);
    setRemoved([]);
    if (!given) return;
    if (given.size > MAX_LOGO_BYTES)
      return setMistake(t('tenant.logoTooLarge', { size: fileSize(MAX_LOGO_BYTES, language) }));
    setFile(given);
    send(given)
      .then(onLogo, (error) => setMistake(failureText(t, error)))
      .finally(() => setFile(undefined));
  };
  return { file, mistake, removed, take, forget: () => setRemoved([]) };
}

function Chosen({ logo, disabled, onRemove }: { logo: Logo; disabled: boolean; onRemove: () => void }) {
  const t = useT();
  const language = useLanguage();
  return (
    <div className={classes.chosen}>
      <span className={classes.thumbnail}>
        <img src={logo.url} alt="" />
      </span>
      <div className={classes.facts}>
        <strong>{t('tenant.logoFacts', factsOf(logo))}</strong>
        <span>{fileSize(logo.bytes, language)}</span>
      </div>
      <Button variant="default" leftSection={<IconTrash size={16} />} disabled={disabled} onClick={onRemove}>
        {t('tenant.logoRemove')}
      </Button>
    </div>
  );
}
