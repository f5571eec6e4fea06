import { Button } from '@mantine/core';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';

// The list's first load is not to carry it.
const AddUserDialog = lazy(() => import('./new/AddUserDialog.tsx'));

/** Opens the dialog that adds a user. */
export function AddUserButton({ say }: { say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('users.dialog.title')}
      </Button>
      <Suspense>{opened ? <AddUserDialog say={say} onClose={() => setOpened(false)} /> : null}</Suspense>
    </>
  );
}
