import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useState } from 'react';
import type { previewAdoption } from '#contract/provisioning/adoption.ts';
import { type Adoption, type AdoptionKind, adoptionKinds, MAX_PREVIEWED } from '#contract/provisioning/values.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { CountCards } from '../../../ui/text/CountCards.tsx';
import type { Exclusions } from '../exclusions/queries.ts';
import { PreviewedUsers } from '../PreviewedUsers.tsx';
import classes from '../provisioning.module.css';
import { provisioningKey, type Source, sourcePath } from '../queries.ts';

type Rule = { adoption: Exclude<Adoption, 'never'> } & Exclusions;
type Props = { source: Source; rule: Rule; disabled: boolean };

/** Whom a rule that is not saved yet lets the source take over; nothing of another rule is shown. */
export function AdoptionPreview({ source, rule, disabled }: Props) {
  const t = useT();
  const [asked, ask] = useState<Rule>();
  const isCurrent = JSON.stringify(asked) === JSON.stringify(rule);
  return (
    <div className={classes.excluded}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => ask(rule)}
      >
        {t('provisioning.preview')}
      </Button>
      {asked && isCurrent && !disabled ? <Judged source={source} rule={asked} /> : null}
    </div>
  );
}

function Judged({ source: { uuid }, rule }: Omit<Props, 'disabled'>) {
  const t = useT();
  const { tenantId } = useMe();
  const [kind, choose] = useState<AdoptionKind>('possible');
  const query = useQuery({
    queryKey: [...provisioningKey, tenantId, 'adoption', uuid, rule, kind],
    queryFn: ({ signal }) =>
      call<typeof previewAdoption>({
        method: 'POST',
        path: `${sourcePath}/adoption/preview`,
        params: { tenantId, uuid },
        body: { ...rule, kind },
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = query;
  const shown = adoptionKinds.filter((one) => one !== 'address' || rule.adoption === 'address');
  return (
    <div className={classes.previewed}>
      {data ? (
        <CountCards
          label={t('provisioning.adoptTitle')}
          cards={shown.map((id) => ({
            ...{ id, label: t(`provisioning.adopt_${id}`), count: data.counts[id] },
            tone: id === 'possible' ? 'good' : 'neutral',
          }))}
          chosen={kind}
          onChoose={(next) => choose(next ?? 'possible')}
        />
      ) : null}
      {data?.totalResults === 0 ? null : (
        <PreviewedUsers
          id="source-adoption"
          caption={t(`history.adoption_${rule.adoption}`)}
          rows={data?.results}
          query={query}
        />
      )}
      <p role="status" className={parts.note}>
        {data && data.totalResults > MAX_PREVIEWED ? t('provisioning.previewFirst', { most: MAX_PREVIEWED }) : null}
      </p>
    </div>
  );
}
