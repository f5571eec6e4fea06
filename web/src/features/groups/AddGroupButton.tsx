import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';

/** To the page that adds a group; `parent` is the group it is to be put into. */
export function AddGroupButton({ parent, variant }: { parent?: string | undefined; variant?: 'default' }) {
  const t = useT();
  return (
    <Button
      {...(variant ? { variant } : {})}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={paths.newGroup} search={parent ? { parent } : {}} />}
    >
      {t(parent ? 'groups.addHere' : 'groups.add')}
    </Button>
  );
}
