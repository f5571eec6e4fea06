import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import parts from '../../../ui/form/parts.module.css';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import type { Webhook } from '../queries.ts';
import { WebhookBadge } from '../WebhookBadge.tsx';
import classes from '../webhooks.module.css';
import type { WebhookActs as Acts, WebhookAct } from './use-webhook-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

/** The webhook's name, how it is, and the menu of acts. */
export function WebhookHead({ webhook, acts }: { webhook: Webhook; acts: Acts }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const [asked, setAsked] = useState<WebhookAct>();
  const { name, uuid, active, previousSecretUntil } = webhook;
  const offered: WebhookAct[] = ['test', active ? 'switchOff' : 'switchOn', 'rotate', 'delete'];
  return (
    <>
      <DetailHeader
        name={name}
        sign={
          <span className={classes.sign} aria-hidden="true">
            <IconWebhook size={26} stroke={1.5} />
          </span>
        }
        id={{ label: t('webhooks.webhookId'), value: uuid }}
        status={
          <>
            <WebhookBadge webhook={webhook} />
            {previousSecretUntil ? (
              <span className={parts.note}>
                {t('webhooks.previousUntil', { time: formatDateTime(new Date(previousSecretUntil), language, zone) })}
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
                <span className={act === 'delete' ? parts.danger : undefined}>{t(`webhooks.act_${act}`)}</span>
              </PopoverItem>
            ))}
          </PopoverButton>
        }
      />
      {asked ? (
        <Suspense>
          <ActDialog act={asked} webhook={webhook} acts={acts} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
