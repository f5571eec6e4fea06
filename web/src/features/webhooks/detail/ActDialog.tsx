import { useState } from 'react';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from '#contract/logs/webhook-values.ts';
import type { testWebhook } from '#contract/logs/webhooks.ts';
import type { AnswerOf } from '#contract/route.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { Excerpt } from '../../../ui/text/Excerpt.tsx';
import type { Webhook } from '../queries.ts';
import { SecretDialog } from '../SecretDialog.tsx';
import classes from '../webhooks.module.css';
import { resultWords } from './result-words.ts';
import type { WebhookAct, WebhookActs } from './use-webhook-acts.ts';

type Props = { act: WebhookAct; webhook: Webhook; acts: WebhookActs; onClose: () => void };

/** What is asked before an act on a webhook, and what it answers. */
export default function ActDialog({ act, ...rest }: Props) {
  if (act === 'test') return <TestDialog {...rest} />;
  if (act === 'rotate') return <RotateDialog {...rest} />;
  return <AskDialog act={act} {...rest} />;
}

function AskDialog({ act, webhook, acts, onClose }: Props & { act: 'switchOn' | 'switchOff' | 'delete' }) {
  const t = useT();
  const done = {
    switchOn: () => acts.setActive(true),
    switchOff: () => acts.setActive(false),
    delete: acts.remove,
  };
  return (
    <ConfirmDialog
      opened
      title={t(`webhooks.ask_${act}`, { name: webhook.name })}
      okLabel={t(`webhooks.act_${act}`)}
      danger={act !== 'switchOn'}
      busy={acts.busy}
      onOk={() => void done[act]().then(onClose)}
      onCancel={onClose}
    >
      <p>{t(`webhooks.effect_${act}`)}</p>
    </ConfirmDialog>
  );
}

function RotateDialog({ webhook, acts, onClose }: Omit<Props, 'act'>) {
  const t = useT();
  const [hours, setHours] = useState(DEFAULT_OVERLAP_HOURS);
  const [secret, setSecret] = useState<string>();
  const send = async () => {
    const made = await acts.rotate(hours);
    if (made === undefined) onClose();
    else setSecret(made);
  };
  if (secret !== undefined) return <SecretDialog name={webhook.name} secret={secret} onClose={onClose} />;
  return (
    <ModalDialog
      opened
      title={t('webhooks.act_rotate')}
      okLabel={t('webhooks.act_rotate')}
      busy={acts.busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{t('webhooks.effect_rotate')}</p>
      <NumberBox
        label={t('webhooks.overlap')}
        help={t('webhooks.overlapHelp')}
        value={hours}
        least={0}
        most={MAX_OVERLAP_HOURS}
        onChange={setHours}
      />
    </ModalDialog>
  );
}

function TestDialog({ acts, onClose }: Omit<Props, 'act'>) {
  const t = useT();
  const [result, setResult] = useState<AnswerOf<typeof testWebhook>>();
  const send = async () => {
    const answer = await acts.test();
    if (answer) setResult(answer);
    else onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('webhooks.testTitle')}
      okLabel={t('webhooks.act_test')}
      cancelLabel={t('common.close')}
      busy={acts.busy}
      width={600}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div role="status" className={classes.boxes}>
        {result ? (
          <>
            <AlertMessage
              alert={{
                kind: result.delivered ? 'success' : 'failure',
                title: t(result.delivered ? 'webhooks.testDelivered' : 'webhooks.testFailed'),
                text: `${resultWords(t, result)} · ${t('webhooks.millisValue', { millis: result.millis })}`,
              }}
            />
            {result.status === null ? null : (
              <Excerpt label={t('webhooks.testAnswer')}>{result.answer || t('webhooks.testNoAnswer')}</Excerpt>
            )}
          </>
        ) : (
          <p>{t('webhooks.testLead')}</p>
        )}
      </div>
    </ModalDialog>
  );
}
