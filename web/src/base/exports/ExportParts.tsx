import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import type { LogExport } from '#contract/logs/log-exports.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import type { DeviceExport } from '#contract/devices/device-exports.ts';
import { dash } from '#contract/display.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import look from '../../ui/form/parts.module.css';
import type { ExportActs } from './use-export-acts.ts';

type Shared = 'exportStatusId' | 'status' | 'progress' | 'parts' | 'error' | 'createdBy' | 'createdAt' | 'expiresAt';

/** An export, whatever it is of. */
export type ShownExport = Pick<UserExport | LogExport | DeviceExport, Shared>;

type Props = { shown: ShownExport; acts: ExportActs; unit: 'rows' | 'users' };

/** The files of an export: one by a button, several by a list. */
export function ExportParts({ shown, acts, unit }: Props) {
  const t = useT();
  const language = useLanguage();
  const { exportStatusId, status, parts } = shown;
  const [first] = parts;
  if (status !== 'completed' || !first) return dash;
  const fetchPart = (part: typeof first) => void acts.fetchPart(exportStatusId, part);
  const size = (bytes: number) => fileSize(bytes, language);
  const icon = <IconDownload size={16} aria-hidden="true" />;
  if (parts.length === 1) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={icon}
        disabled={acts.busy}
        onClick={() => fetchPart(first)}
      >
        {t('transfer.fetchOne', { size: size(first.bytes) })}
      </Button>
    );
  }
  return (
    <PopoverButton
      label={t('transfer.files')}
      target={(properties) => (
        <Button {...properties} size="compact-sm" variant="default" leftSection={icon} disabled={acts.busy}>
          {t('transfer.fetchSeveral', { count: parts.length })}
        </Button>
      )}
    >
      {parts.map((part) => (
        <PopoverItem
          key={part.index}
          end={<span className={look.note}>{size(part.bytes)}</span>}
          onClick={() => fetchPart(part)}
        >
          {t(unit === 'users' ? 'transfer.part' : 'transfer.partRows', { number: part.index, count: part.rows })}
        </PopoverItem>
      ))}
    </PopoverButton>
  );
}
