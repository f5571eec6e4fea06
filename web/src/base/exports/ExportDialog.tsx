import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EXPORT_KEPT_DAYS, EXPORT_PART_ROWS } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { useLanguage } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import classes from './exports.module.css';
import parts from '../../ui/form/parts.module.css';
import { type ExportKind, type StartExport, useExportActs } from './use-export-acts.ts';

type Props<Of extends StartExport> = {
  title: string;
  okLabel: string;
  okDisabled?: boolean;
  /** What is written, and one line for each thing that is searched for. */
  what: string;
  lines: readonly string[];
  effect: (limits: { rows: string; count: number }) => string;
  of: ExportKind<Of>;
  body: SentBodyOf<Of>;
  /** Where one goes when it has begun: to the page of the exports, or on in place. */
  then: string | ((exportStatusId: string) => void);
  onClose: () => void;
};

/** Writes what a search finds into files: says what it will write, then begins. */
export function ExportDialog<Of extends StartExport>(props: Props<Of>) {
  const { title, okLabel, okDisabled = false, what, lines, effect, of, body, then, onClose } = props;
  const number = new Intl.NumberFormat(useLanguage());
  const navigate = useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, start } = useExportActs(of, setAlert);
  const begin = async () => {
    const begun = await start(body);
    if (begun === undefined) return;
    if (typeof then === 'string') await navigate({ to: then });
    else then(begun);
  };
  return (
    <ModalDialog
      opened
      title={title}
      okLabel={okLabel}
      okDisabled={okDisabled}
      busy={busy}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      <p>{what}</p>
      {lines.length > 0 ? (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      <p className={parts.note}>{effect({ rows: number.format(EXPORT_PART_ROWS), count: EXPORT_KEPT_DAYS })}</p>
    </ModalDialog>
  );
}
