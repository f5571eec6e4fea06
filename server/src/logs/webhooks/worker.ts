import { type Claim, startLanes } from '../../platform/deliver/lanes.ts';
import type { Tools } from '../../platform/tools.ts';
import { openLane, settleLane } from './lane.ts';
import { openKeys } from './secrets.ts';
import { sendDue } from './sending.ts';

/** Webhooks that a process sends to at the same time. */
const PLACES = { healthy: 20, failing: 10 };
/** Longer than one claim sends and its last call takes. */
const CLAIM_MS = 12_000;

/** Sends events to webhooks of all tenants; what a dead process had in hand is sent again, with the same IDs. */
export function startWebhooks(tools: Tools, stops: (() => Promise<unknown>)[], intervalMillis?: number): void {
  const serving = (claim: Claim, stopping: AbortSignal) => serve(tools, claim, stopping);
  const of = { places: PLACES, claimMillis: CLAIM_MS, serve: serving };
  startLanes(tools, { name: 'webhooks', claims: 'webhooks_claim', ...of }, stops, intervalMillis);
}

/** One claim: reads, sends, settles. Answers whether there may be more to do. */
async function serve(tools: Tools, claim: Claim, stopping: AbortSignal): Promise<boolean> {
  const lane = await openLane(tools, claim, tools.clock());
  if (!lane || lane === 'more') return lane === 'more';
  const { webhook, rows, due } = lane;
  const keys = openKeys(tools.sealer, webhook, tools.clock());
  const receiver = tools.outgoing.receiver(webhook.address);
  try {
    const { clock } = tools;
    const attempts = await sendDue(due, { receiver, keys, clock, isFailing: webhook.failures > 0, stopping });
    await settleLane(tools, claim, { rows, attempts }, clock());
    return attempts.length > 0;
  } finally {
    receiver.close();
  }
}
