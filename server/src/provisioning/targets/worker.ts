import { type Claim, startLanes } from '../../platform/deliver/lanes.ts';
import type { Tools } from '../../platform/tools.ts';
import {
  compareStep,
  type DueUser,
  type Learnt,
  openComparison,
  openLane,
  type Result,
  settleLane,
  walk,
} from './lane.ts';
import { pushUser } from './push.ts';
import type { Target } from './queries.ts';
import { Refused, type ScimClient, scimClient } from './scim-client.ts';
import { openToken } from './token.ts';

/** Targets that a process serves at the same time. */
const PLACES = { healthy: 10, failing: 5 };

/** So long one claim compares, walks and pushes; what is left is for the next. */
const COMPARE_MS = 5000;
const WALK_MS = 3000;
const PUSH_MS = 8000;
/**
 * Longer than all, with calls of five seconds: one that reads a page, one that asks what the app can, and eight that the last
 * user may take (changed, looked up, changed again, looked up by name, created, and looked up once more).
 */
const CLAIM_MS = 75_000;
/** Users pushed beside each other. */
const BESIDE = 4;
/** So many results are noted at once: what a killed process had not noted is looked up again. */
const NOTED = 20;
const NOT_FOUND = 404;

/** Provides users to the targets of all tenants; what a dead process had in hand is looked up and done again. */
export function startTargets(tools: Tools, stops: (() => Promise<unknown>)[], intervalMillis?: number): void {
  const serving = (claim: Claim, stopping: AbortSignal) => serve(tools, claim, stopping);
  const of = { places: PLACES, claimMillis: CLAIM_MS, serve: serving };
  const claims = 'provisioning_targets_claim';
  startLanes(tools, { name: 'provisioning targets', claims, ...of }, stops, intervalMillis);
}

/** One claim: compares, walks on, pushes, notes. Answers whether there may be more to do. */
async function serve(tools: Tools, claim: Claim, stopping: AbortSignal): Promise<boolean> {
  const isMore = await compare(tools, claim, stopping);
  const until = performance.now() + WALK_MS;
  while (!stopping.aborted && performance.now() < until && (await walk(tools, claim)));
  const lane = await openLane(tools, claim);
  if (!lane) return isMore;
  const pushed = await withClient(tools, lane.target, (client) => pushDue(tools, claim, lane, client, stopping));
  return pushed || isMore;
}

/** Compares for a while, if that was asked for. */
async function compare(tools: Tools, claim: Claim, stopping: AbortSignal): Promise<boolean> {
  const until = performance.now() + COMPARE_MS;
  let target = await openComparison(tools, claim);
  let isMore = target !== null;
  if (target)
    await withClient(tools, target, async (client) => {
      while (target && isMore && !stopping.aborted && performance.now() < until) {
        isMore = await compareStep(tools, claim, target, client);
        target = await openComparison(tools, claim);
      }
    });
  return isMore;
}

async function withClient<T>(tools: Tools, target: Target, use: (client: ScimClient) => Promise<T>): Promise<T> {
  const { address } = target;
  const api = tools.outgoing.api(address);
  try {
    return await use(scimClient(api, { address, token: openToken(tools.sealer, target) }, tools.clock));
  } finally {
    api.close();
  }
}

async function pushDue(
  tools: Tools,
  claim: Claim,
  { target, due }: { target: Target; due: readonly DueUser[] },
  client: ScimClient,
  stopping: AbortSignal,
): Promise<boolean> {
  const all: Result[] = [];
  const learnt = await learn(client, target);
  if (!learnt.refusal) {
    const how = { patches: learnt.patches ?? target.patches ?? true, onRemoval: target.on_removal };
    const until = performance.now() + PUSH_MS;
    let hasFailed = false;
    let isLost = false;
    let unnoted: Result[] = [];
    const note = async () => {
      const noted = unnoted;
      unnoted = [];
      if (noted.length > 0 && !(await settleLane(tools, claim, noted, null))) isLost = true;
    };
    const mayGoOn = () => !hasFailed && !isLost && !stopping.aborted && performance.now() < until;
    const push = async (user: DueUser) => {
      // Deleted since the walk: the next one says that they are to leave.
      if (user.wanted === 'active' && user.resource === null) return;
      const outcome = await pushUser(client, user, how);
      if (outcome.is === 'refused' && outcome.refusal.ofAll) hasFailed = true;
      const result = { user, outcome, at: tools.clock() };
      all.push(result);
      unnoted.push(result);
      if (unnoted.length >= NOTED) await note();
    };
    const waiting = [...due];
    const first = target.failures > 0 ? waiting.shift() : undefined;
    // One user shows whether the app is back.
    if (first) await push(first);
    const work = async () => {
      while (mayGoOn()) {
        const next = waiting.shift();
        if (!next) return;
        await push(next);
      }
    };
    await Promise.all(Array.from({ length: BESIDE }, work));
    return (await settleLane(tools, claim, unnoted, { all, learnt })) && all.length > 0;
  }
  await settleLane(tools, claim, [], { all, learnt });
  return false;
}

/** What an app says it can, if that is not known yet. One that says nothing is taken to know PATCH. */
async function learn(client: ScimClient, { patches }: Target): Promise<Learnt> {
  if (patches !== null) return {};
  try {
    return { patches: (await client.configuration()).patches };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { refusal } = error;
    return refusal.status === NOT_FOUND ? { patches: true } : { refusal };
  }
}
