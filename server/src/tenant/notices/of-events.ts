import type { OperationEvent } from '#contract/events.ts';
import { type Happened, on } from '../../platform/events/consumers.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type NoticeKind, queueNotice } from './notices.ts';

/** The mail that tells a person of what happened to their account, where the event alone says all that is in it. */
const notices: Partial<Record<OperationEvent, NoticeKind>> = {
  'user.passwordChanged': 'passwordChanged',
  'user.passwordReset': 'passwordChanged',
  'user.totpActivated': 'mfaEnabled',
  'user.mfaDropped': 'mfaDisabled',
  'user.recoveryCodesRenewed': 'recoveryCodesRenewed',
  'user.pinIssued': 'pinIssued',
  'user.pinRemoved': 'pinRemoved',
};

async function notice(tools: Tools, tx: Tx, { type, tenantId, targetId, at, client }: Happened): Promise<void> {
  const kind = notices[type];
  if (kind && targetId !== undefined)
    await queueNotice(tools, tx, { tenantId, userUuid: targetId, kind, client, now: at });
}

/** Makes the notices consumers of their events. */
export const consumeForNotices = (): void => on(Object.keys(notices) as OperationEvent[], notice);
