import { Button } from '@mantine/core';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import { Suspense, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { TagsDialog } from '../../pickers/dialogs.ts';
import parts from '../../ui/form/parts.module.css';
import { Tags } from './Tags.tsx';

type Props = {
  names: readonly string[];
  /** Absent for whoever may only look. */
  onChange?: ((names: readonly string[]) => void) | undefined;
  error?: string | undefined;
};

/** The tags of a group and the button to choose them. */
export function TagBox({ names, onChange, error }: Props) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {names.length > 0 ? <Tags names={names} /> : <p className={parts.note}>{t('groups.noTags')}</p>}
      {error ? (
        <p role="alert" className={parts.danger}>
          {error}
        </p>
      ) : null}
      {onChange ? (
        <div className={parts.buttons}>
          <Button
            variant="default"
            leftSection={<IconTags size={16} aria-hidden="true" />}
            onClick={() => setChoosing(true)}
          >
            {t('groups.chooseTags')}
          </Button>
        </div>
      ) : null}
      {choosing && onChange ? (
        <Suspense>
          <TagsDialog
            chosen={names}
            onOk={(next) => {
              setChoosing(false);
              onChange(next);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
