import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';

/** To the page that adds a user. */
export function AddUserButton() {
  const t = useT();
  return (
    <Button
      leftSection={<IconUserPlus size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={paths.newUser} />}
    >
      {t('users.add')}
    </Button>
  );
}
