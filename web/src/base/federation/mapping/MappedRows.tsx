import { ActionIcon } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import classes from './mapping.module.css';

type Row = { key: string; from: string; to: string; state: ReactNode; remove: () => void };

/** What becomes what, each with a way out. */
export function MappedRows({ rows, busy }: { rows: readonly Row[]; busy: boolean }) {
  const t = useT();
  if (rows.length === 0) return <p>{t('openid.mapNone')}</p>;
  return (
    <ul className={classes.rows}>
      {rows.map(({ key, from, to, state, remove }) => (
        <li key={key}>
          <div className={classes.words}>
            <span>
              <code>{from}</code> <IconArrowRight size={14} role="img" aria-label={t('openid.mapBecomes')} /> {to}
            </span>
            <span className={classes.state}>{state}</span>
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={busy}
            aria-label={t('openid.mapRemove', { from, to })}
            title={t('openid.mapRemove', { from, to })}
            onClick={remove}
          >
            <IconX size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
