import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { lazy, Suspense, useState } from 'react';
import type { UserCondition } from '#contract/people/users-search.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { loadAreas } from '../../../i18n/texts.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';

// The list's first load is not to carry it.
const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../export/ExportDialog.tsx'), loadAreas('transfer')]);
  return dialog;
});

type Props = {
  /** What the list shows. */
  condition: UserCondition;
  total: number | undefined;
  totalIsEstimate: boolean;
};

/** What else there is to do with users as a whole: files in and out, and the tenant's own items. */
export function MoreMenu({ condition, total, totalIsEstimate }: Props) {
  const t = useT();
  const { permissions } = useMe();
  const navigate = useNavigate();
  const [exporting, setExporting] = useState(false);
  const go = (to: string) => () => void navigate({ to });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        // Not absent until it is known: on a phone it takes a line of its own.
        disabled={!total}
        onClick={() => setExporting(true)}
      >
        {t('users.exportAll')}
      </Button>
      <PopoverButton
        label={t('users.menu')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDots size={16} aria-hidden="true" />}>
            {t('users.menu')}
          </Button>
        )}
      >
        {permissions.includes('users:write') ? (
          <PopoverItem icon={<IconUpload size={16} />} onClick={go(paths.userImports)}>
            {t('users.import')}
          </PopoverItem>
        ) : null}
        <PopoverItem icon={<IconHistory size={16} />} onClick={go(paths.userExport)}>
          {t('users.exports')}
        </PopoverItem>
        <PopoverItem icon={<IconUsers size={16} />} onClick={go(paths.userBulks)}>
          {t('users.bulks.title')}
        </PopoverItem>
        <PopoverItem icon={<IconTrash size={16} />} onClick={go(paths.deletedUsers)}>
          {t('users.deleted.title')}
        </PopoverItem>
        {permissions.includes('tenant:read') ? (
          <PopoverItem icon={<IconForms size={16} />} onClick={go(paths.tenant('custom-settings'))}>
            {t('users.itemNames.title')}
          </PopoverItem>
        ) : null}
      </PopoverButton>
      {exporting ? (
        <Suspense>
          <ExportDialog
            condition={condition}
            total={total ?? 0}
            totalIsEstimate={totalIsEstimate}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
