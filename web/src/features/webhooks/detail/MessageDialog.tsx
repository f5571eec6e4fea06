import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/display.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Excerpt } from '../../../ui/text/Excerpt.tsx';
import { messageQuery, type Webhook } from '../queries.ts';
import classes from '../webhooks.module.css';
import { resultWords } from './result-words.ts';
import type { WebhookActs } from './use-webhook-acts.ts';

type Props = { webhook: Webhook; sequence: number; acts: WebhookActs; onClose: () => void };

/** One delivery: how its last attempt ended, and exactly what is sent. */
export default function MessageDialog({ webhook, sequence, acts, onClose }: Props) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const zone = timeZoneOf(me);
  const query = useQuery(messageQuery(me.tenantId, webhook.uuid, String(sequence)));
  return (
    <ModalDialog
      opened
      title={t('webhooks.deliveryTitle', { number: sequence })}
      okLabel={t('webhooks.retry')}
      okDisabled={!webhook.active || !query.data || query.data.state === 'waiting'}
      cancelLabel={t('common.close')}
      busy={acts.busy}
      width={720}
      onOk={() => void acts.retry(sequence).then(onClose)}
      onCancel={onClose}
    >
      <Loaded query={query} height={240} failedTitle={t('webhooks.deliveriesFailed')}>
        {(delivery) => (
          <>
            <dl className={classes.facts}>
              <dt>{t('webhooks.result')}</dt>
              <dd>{resultWords(t, delivery)}</dd>
              <dt>{t('webhooks.tried')}</dt>
              <dd>{formatDateTime(delivery.triedAt ? new Date(delivery.triedAt) : null, language, zone)}</dd>
              <dt>{t('webhooks.tries')}</dt>
              <dd>{delivery.tries}</dd>
            </dl>
            <Excerpt label={t('webhooks.message')}>
              {delivery.message === null
                ? t('webhooks.messageGone')
                : JSON.stringify(JSON.parse(delivery.message), null, 2)}
            </Excerpt>
          </>
        )}
      </Loaded>
    </ModalDialog>
  );
}
