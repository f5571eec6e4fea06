import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { bulkUsers } from '#contract/people/users-bulk.ts';
import { type UserBulkAction, userBulkActions } from '#contract/people/users-bulk-fields.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { affectedBy, type BulkBody, bulkBody, type BulkTarget, tooMany, undoBody } from '../bulk.ts';
import { failureReason } from '../failure-reason.ts';
import { useCounted } from './use-counted.ts';

type Outcome = AnswerOf<typeof bulkUsers>;
/** Whom an act of the list is for, where its outcome is told, and what comes after. */
export type BulkProps = {
  target: BulkTarget;
  say: (alert: AlertContent | undefined) => void;
  /** With the id of the job, where one has been begun. */
  onDone: (bulkId?: string) => void;
};

/** What can be done to the users chosen: each asks first and says how many it is for. */
export function BulkActions({ target, say, onDone }: BulkProps) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const counted = useCounted(run);
  const [asked, setAsked] = useState<{ action: UserBulkAction; target: BulkTarget }>();
  const action = asked?.action ?? 'deactivate';
  const affected = affectedBy(asked?.target ?? target);
  const send = async (body: BulkBody, isUndo = false) => {
    const path = '/api/auth/tenants/{tenantId}/operations/users';
    const done = await run(() =>
      call<typeof bulkUsers>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    // Also after a refusal: another number may match by now.
    await Promise.all([renewPeople(queryClient), queryClient.invalidateQueries({ queryKey: jobsKey })]);
    if (!done) return;
    onDone(done.answer.job?.bulkId);
    // What a job does is shown by its progress.
    if (done.answer.job) return;
    const back = isUndo ? undefined : undoBody(body, done.answer);
    const undo = back ? { action: { label: t('common.undo'), onClick: () => void send(back, true) } } : {};
    say({ ...outcomeAlert(t, body.action, done.answer), ...undo });
  };
  const ask = async (wanted: UserBulkAction) => {
    const exact = await counted(target);
    if (!exact) return;
    const limit = tooMany(exact);
    if (!limit) return setAsked({ action: wanted, target: exact });
    const most = new Intl.NumberFormat(language).format(limit.most);
    say({ kind: 'warning', text: t('users.bulk.tooMany', { most }) });
  };
  return (
    <>
      {userBulkActions.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant="default"
          disabled={affected === 0 || busy}
          onClick={() => void ask(one)}
        >
          {t(`users.act.${one}`)}
        </Button>
      ))}
      <ConfirmDialog
        opened={asked !== undefined}
        title={t(`users.bulk.title_${action}`, { count: affected })}
        okLabel={t(`users.act.${action}`)}
        danger={action === 'delete' || action === 'deactivate'}
        affected={action === 'activate' ? 0 : affected}
        busy={busy}
        onOk={() => asked && void send(bulkBody(asked.action, asked.target))}
        onCancel={() => setAsked(undefined)}
      >
        {asked ? <p>{t(`users.bulk.effect_${action}`, { count: affected })}</p> : null}
      </ConfirmDialog>
    </>
  );
}

/** How it went: numbers, and each user that could not be done with the reason. */
function outcomeAlert(t: Translate, action: UserBulkAction, outcome: Outcome): AlertContent {
  const { changed, unchanged, failed, failures } = outcome;
  const done = t(`users.bulk.done_${action}`, { count: changed });
  const same = unchanged > 0 ? t('users.bulk.unchanged', { count: unchanged }) : undefined;
  if (failed === 0) return { kind: 'success', text: <Lines lines={[done, same]} /> };
  const shown = failures.slice(0, MOST_SHOWN).map(({ userId, message_id }) => {
    return t('users.bulk.failure', { userId, reason: failureReason(t, message_id) });
  });
  const others = failed > shown.length ? t('users.bulk.otherFailures', { count: failed - shown.length }) : undefined;
  return {
    kind: 'warning',
    title: t('users.bulk.failed', { count: failed }),
    text: <Lines lines={[done, same, ...shown, others]} />,
  };
}

const MOST_SHOWN = 10;

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.filter((line) => line !== undefined).map((line) => <p key={line}>{line}</p>);
}
