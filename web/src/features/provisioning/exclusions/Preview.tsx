import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useMemo, useState } from 'react';
import { MAX_PREVIEWED } from '#contract/provisioning/values.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import parts from '../../../ui/form/parts.module.css';
import { PreviewedUsers } from '../PreviewedUsers.tsx';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { type ExcludedUser, type Exclusions, previewQuery } from './queries.ts';

type Props = { source: Source; exclusions: Exclusions; disabled: boolean };

/** Whom exclusions mean as they were when it was asked; nothing of others is shown. */
export function Preview({ source, exclusions, disabled }: Props) {
  const { t } = useColumnKit();
  const [asked, ask] = useState<Exclusions>();
  const isCurrent = JSON.stringify(asked) === JSON.stringify(exclusions);
  const isNone = Object.values(exclusions).every((some) => some.length === 0);
  return (
    <div className={classes.excluded}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden="true" />}
        disabled={disabled || isNone}
        onClick={() => ask(exclusions)}
      >
        {t('provisioning.preview')}
      </Button>
      {asked && isCurrent && !disabled && !isNone ? <Previewed source={source} exclusions={asked} /> : null}
    </div>
  );
}

function Previewed({ source, exclusions }: Omit<Props, 'disabled'>) {
  const { t, language, words } = useColumnKit();
  const query = useQuery({
    ...previewQuery(useMe().tenantId, source.uuid, exclusions),
    placeholderData: undefined,
    staleTime: 0,
  });
  const fromSource = useMemo(
    () => [
      words<ExcludedUser>('isProvided', t('provisioning.fromSource'), ({ isProvided }) =>
        t(isProvided ? 'common.yes' : 'common.no'),
      ),
    ],
    [t, words],
  );
  const number = new Intl.NumberFormat(language);
  const { totalResults: total, provided } = query.data ?? { totalResults: 0, provided: 0 };
  const said = [
    t('provisioning.previewTotals', { total: number.format(total), provided: number.format(provided) }),
    ...(total > MAX_PREVIEWED ? [t('provisioning.previewFirst', { most: MAX_PREVIEWED })] : []),
  ];
  return (
    <>
      <p role="status" className={parts.note}>
        {query.data ? said.join(' ') : null}
      </p>
      {query.data && total === 0 ? null : (
        <PreviewedUsers<ExcludedUser>
          id="source-exclusions"
          caption={t('provisioning.preview')}
          rows={query.data?.results}
          query={query}
          more={fromSource}
        />
      )}
    </>
  );
}
