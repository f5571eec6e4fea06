import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconUserUp from '@tabler/icons-react/dist/esm/icons/IconUserUp.mjs';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import parts from '../../../ui/form/parts.module.css';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import type { Target } from '../queries.ts';
import { TargetBadge } from '../TargetBadge.tsx';
import classes from '../targets.module.css';
import type { TargetAct, TargetActs as Acts } from './use-target-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

/** The name of a target, how it is, and the menu of acts. */
export function TargetHead({ target, acts }: { target: Target; acts: Acts }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const [asked, setAsked] = useState<TargetAct>();
  const { name, uuid, active, comparedAt } = target;
  const offered: TargetAct[] = ['test', 'preview', active ? 'switchOff' : 'switchOn', 'delete'];
  const wordOf = (act: TargetAct) =>
    t(act === 'switchOn' || act === 'switchOff' ? `provisioning.act_${act}` : `targets.act_${act}`);
  return (
    <>
      <DetailHeader
        name={name}
        sign={
          <span className={classes.sign} aria-hidden="true">
            <IconUserUp size={26} stroke={1.5} />
          </span>
        }
        id={{ label: t('targets.targetId'), value: uuid }}
        status={
          <>
            <TargetBadge target={target} />
            {comparedAt ? (
              <span className={parts.note}>
                {t('targets.comparedAt', { time: formatDateTime(new Date(comparedAt), language, zone) })}
              </span>
            ) : null}
          </>
        }
        actions={
          <PopoverButton
            label={t('webhooks.acts')}
            target={(properties) => (
              <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
                {t('webhooks.acts')}
              </Button>
            )}
          >
            {offered.map((act) => (
              <PopoverItem key={act} onClick={() => setAsked(act)}>
                <span className={act === 'delete' ? parts.danger : undefined}>{wordOf(act)}</span>
              </PopoverItem>
            ))}
          </PopoverButton>
        }
      />
      {asked ? (
        <Suspense>
          <ActDialog act={asked} target={target} acts={acts} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
