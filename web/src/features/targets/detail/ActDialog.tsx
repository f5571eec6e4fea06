import { useState } from 'react';
import type { previewTargetUser, testTarget } from '#contract/provisioning/targets.ts';
import type { AnswerOf } from '#contract/route.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import type { Target } from '../queries.ts';
import classes from '../targets.module.css';
import { resultWords } from './result-words.ts';
import { Excerpt } from '../../../ui/text/Excerpt.tsx';
import type { TargetAct, TargetActs } from './use-target-acts.ts';

type Props = { act: TargetAct; target: Target; acts: TargetActs; onClose: () => void };

/** What is asked before an act on a target, and what it answers. */
export default function ActDialog({ act, ...rest }: Props) {
  if (act === 'test') return <TestDialog {...rest} />;
  if (act === 'preview') return <PreviewDialog {...rest} />;
  return <AskDialog act={act} {...rest} />;
}

function AskDialog({ act, target, acts, onClose }: Props & { act: 'switchOn' | 'switchOff' | 'delete' }) {
  const t = useT();
  const { name } = target;
  const done = {
    switchOn: () => acts.setActive(true),
    switchOff: () => acts.setActive(false),
    delete: acts.remove,
  };
  return (
    <ConfirmDialog
      opened
      title={t(`provisioning.ask_${act}`, { name })}
      okLabel={t(act === 'delete' ? 'targets.act_delete' : `provisioning.act_${act}`)}
      danger={act !== 'switchOn'}
      busy={acts.busy}
      onOk={() => void done[act]().then(onClose)}
      onCancel={onClose}
    >
      <p>{t(`targets.effect_${act}`, { name })}</p>
    </ConfirmDialog>
  );
}

function TestDialog({ acts, onClose }: Omit<Props, 'act'>) {
  const t = useT();
  const [result, setResult] = useState<AnswerOf<typeof testTarget>>();
  const send = async () => {
    const answer = await acts.test();
    if (answer) setResult(answer);
    else onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('targets.act_test')}
      okLabel={t('targets.act_test')}
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
                kind: result.connected ? 'success' : 'failure',
                title: t(result.connected ? 'targets.testOk' : 'targets.testFailed'),
                text: `${resultWords(t, result)} · ${t('webhooks.millisValue', { millis: result.millis })}`,
              }}
            />
            {result.filters === false ? (
              <AlertMessage alert={{ kind: 'warning', text: t('targets.failure_unfiltered') }} />
            ) : null}
            {result.answer ? <Excerpt label={t('targets.answer')}>{result.answer}</Excerpt> : null}
          </>
        ) : (
          <p>{t('targets.testLead')}</p>
        )}
      </div>
    </ModalDialog>
  );
}

function PreviewDialog({ acts, onClose }: Omit<Props, 'act'>) {
  const t = useT();
  const [userId, setUserId] = useState('');
  const [result, setResult] = useState<AnswerOf<typeof previewTargetUser> | null>();
  const look = async () => {
    const answer = await acts.preview(userId.trim());
    if (answer === undefined) onClose();
    else setResult(answer);
  };
  return (
    <ModalDialog
      opened
      title={t('targets.act_preview')}
      okLabel={t('targets.act_preview')}
      okDisabled={userId.trim() === ''}
      cancelLabel={t('common.close')}
      busy={acts.busy}
      width={600}
      onOk={() => void look()}
      onCancel={onClose}
    >
      <TextBox
        label={t('common.userId')}
        help={t('targets.previewLead')}
        required
        value={userId}
        error={result === null ? t('targets.previewUnknown') : undefined}
        onChange={(next) => {
          setUserId(next);
          setResult(undefined);
        }}
        data-autofocus
      />
      <div role="status" className={classes.boxes}>
        {result ? (
          <>
            {result.assigned ? null : (
              <AlertMessage alert={{ kind: 'warning', text: t('targets.previewNotAssigned') }} />
            )}
            <Excerpt label={t('targets.act_preview')}>{JSON.stringify(JSON.parse(result.resource), null, 2)}</Excerpt>
          </>
        ) : null}
      </div>
    </ModalDialog>
  );
}
