import { Button, Progress, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useId, useState } from 'react';
import type { downloadUserImportTemplate } from '#contract/people/user-imports.ts';
import { type ImportEncoding, importEncodings } from '#contract/people/user-imports-fields.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#contract/limits.ts';
import { LearnMore } from '../../../../base/guides/LearnMore.tsx';
import { download } from '../../../../api/download.ts';
import { LeaveGuard } from '../../../../base/LeaveGuard.tsx';
import { useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../../ui/form/Dropdown.tsx';
import { FileDrop } from '../../../../ui/form/FileDrop.tsx';
import { fileSize } from '../../../../ui/text/file-size.ts';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import classes from '../../users.module.css';
import parts from '../../../../ui/form/parts.module.css';
import { fileMistake, importEndings } from './file-rules.ts';
import { useUpload } from './use-upload.ts';

const kinds = ['format', 'directory'] as const;
type Kind = (typeof kinds)[number];

/** Which kind of file it is, and the file. */
export function FileForm({ say }: { say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const language = useLanguage();
  const [kind, setKind] = useState<Kind>('format');
  const [encoding, setEncoding] = useState<ImportEncoding>('auto');
  const [file, setFile] = useState<File>();
  const { busy, share, refusal, forget, send, cancel } = useUpload(say);
  const most = fileSize(MAX_IMPORT_BYTES, language);
  const found = file && fileMistake(file);
  const choose = (chosen: File | undefined) => {
    forget();
    setFile(chosen);
  };
  return (
    <SettingsCard
      title={t('transfer.file')}
      why={
        <>
          {t('transfer.fileWhy')} <LearnMore guide="import-users" about={t('transfer.file')} />
        </>
      }
    >
      <KindChoice
        kind={kind}
        onChange={(next) => {
          forget();
          setKind(next);
        }}
      />
      {kind === 'format' ? (
        <>
          <p className={parts.note}>{t('transfer.emptyTakes')}</p>
          <Template say={say} />
        </>
      ) : null}
      <FileDrop
        label={t('transfer.drop')}
        rule={t('transfer.fileRule', { size: most, rows: new Intl.NumberFormat(language).format(MAX_IMPORT_ROWS) })}
        accept={importEndings}
        file={file}
        onFile={choose}
        mistake={found ? t(`transfer.mistake_${found}`, { size: most }) : refusal}
        disabled={busy}
      />
      <Dropdown
        label={t('transfer.encoding')}
        value={encoding}
        onChange={setEncoding}
        choices={importEncodings.map((value) => ({ value, label: t(`transfer.encoding_${value}`) }))}
        disabled={busy}
      />
      {busy ? <Progress value={share * 100} size={6} aria-label={t('transfer.uploading')} /> : null}
      <div className={parts.buttons}>
        <Button
          loading={busy}
          disabled={!file || found !== undefined}
          onClick={() => file && void send({ kind, encoding, file })}
        >
          {t(kind === 'format' ? 'transfer.uploadAndCheck' : 'transfer.upload')}
        </Button>
        {busy ? (
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
        <span className={parts.note}>{t('transfer.nothingYet')}</span>
      </div>
      <LeaveGuard changed={busy} words={{ title: t('transfer.leaveTitle'), effect: t('transfer.leaveEffect') }} />
    </SettingsCard>
  );
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className={classes.several}>
      <legend>{t('transfer.kind')}</legend>
      {kinds.map((one) => (
        <Radio
          key={one}
          name={name}
          label={t(`transfer.kind_${one}`)}
          description={t(`transfer.kindWhy_${one}`)}
          checked={kind === one}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}

function Template({ say }: { say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const { busy, run } = useAct(say);
  const fetchTemplate = () =>
    run(() =>
      download<typeof downloadUserImportTemplate>({
        path: '/api/auth/tenants/{tenantId}/userImportTemplate',
        params: { tenantId },
        fallbackName: 'users.csv',
      }),
    );
  return (
    <div className={parts.buttons}>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => void fetchTemplate()}
      >
        {t('transfer.template')}
      </Button>
      <span className={parts.note}>{t('transfer.templateWhy')}</span>
    </div>
  );
}
