import { ActionIcon, Button } from '@mantine/core';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './FileDrop.module.css';
import { fileSize } from '../text/file-size.ts';

export type FileDropProps = {
  /** "Drop the CSV file here" */
  label: string;
  /** Which types and sizes are taken, said beforehand. */
  rule: string;
  /** Endings, with their dot. */
  accept: readonly string[];
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** What is wrong with the file. */
  mistake?: string | undefined;
  disabled?: boolean;
};

/** A file, dropped or chosen. */
export function FileDrop({ label, rule, accept, file, onFile, mistake, disabled = false }: FileDropProps) {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onFile(dropped);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-wrong={mistake !== undefined || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? (
          <div className={classes.file}>
            <IconFileText size={24} stroke={1.5} aria-hidden="true" />
            <div className={classes.name}>
              <strong>{file.name}</strong>
              <span>{fileSize(file.size, language)}</span>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={disabled}
              aria-label={t('ui.removeFile', { name: file.name })}
              title={t('common.remove')}
              onClick={() => onFile(undefined)}
            >
              <IconX size={18} />
            </ActionIcon>
          </div>
        ) : (
          <>
            <IconUpload size={28} stroke={1.5} aria-hidden="true" />
            <p className={classes.label}>{label}</p>
            <Button
              variant="default"
              disabled={disabled}
              aria-describedby={`${id}-rule ${id}-mistake`}
              onClick={() => input.current?.click()}
            >
              {t('ui.chooseFile')}
            </Button>
            <p id={`${id}-rule`} className={classes.rule}>
              {rule}
            </p>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={accept.join(',')}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            // The same file can be chosen again after it was put right.
            event.currentTarget.value = '';
            if (chosen) onFile(chosen);
          }}
        />
      </div>
      <p id={`${id}-mistake`} className={classes.mistake} role="alert">
        {mistake}
      </p>
    </div>
  );
}
