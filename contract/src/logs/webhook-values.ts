import { type EventType, eventCatalogue } from '../events.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { isUrlCharacters } from '../rules.ts';

/** Values of webhooks and of the event feed. Without zod, for screens. */

/** Kinds of targets whose events belong to the provider and are in no tenant's log. */
const ofProvider = [
  'service',
  'maintenance',
  'statusComponent',
  'featureToggle',
  'signingKey',
  'masterKey',
  'operatorToken',
];

const kindOf = (type: string) => type.slice(0, type.indexOf('.'));

/** The events that a webhook can be sent. */
export const webhookEvents = (Object.keys(eventCatalogue) as EventType[]).filter(
  (type) => !ofProvider.includes(kindOf(type)),
);

/** Their kinds, in the order of the catalogue. */
export const webhookKinds = [...new Set(webhookEvents.map(kindOf))];

/** What a webhook may name: all events, all of one kind (also those that come later), or one. */
export const webhookChoices: readonly string[] = ['*', ...webhookKinds.map((kind) => `${kind}.*`), ...webhookEvents];

/** Whether an event is among the chosen ones. */
export const isChosen = (chosen: ReadonlySet<string>, type: string): boolean =>
  chosen.has('*') || chosen.has(`${kindOf(type)}.*`) || chosen.has(type);

/** Why a webhook was switched off: by an administrator, because it failed for days, or because the receiver said 410. */
export const webhookStops = ['administrator', 'failing', 'gone'] as const;

/** Reasons without an answer, and `expired`: the log no longer has the event. */
export const webhookFailures = [
  'addressNotAllowed',
  'nameNotFound',
  'tls',
  'timeout',
  'connection',
  'status',
  'expired',
] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/**
 * Whether events can be sent to an address: no credentials, which a log would show, and no fragment. Plain http is for
 * hosts that the operator allows; the server decides that.
 */
export function isWebhookAddress(address: string): boolean {
  const url = address.length <= MAX_URL_LENGTH && isUrlCharacters(address) ? URL.parse(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !address.includes('#');
}

export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_NAME_LENGTH = 64;
/** Rows of one page of deliveries. */
export const MAX_WEBHOOK_DELIVERIES = 100;
/** A secret that was replaced also signs for so long. */
export const MAX_OVERLAP_HOURS = 72;
export const DEFAULT_OVERLAP_HOURS = 24;
/** A webhook that was off for no longer goes on where it stopped. */
export const RESUMED_DAYS = 7;
/** Characters of an answer that a test shows. */
export const MAX_SHOWN_ANSWER = 1000;

/** Largest page of the event feed. */
export const MAX_FEED_EVENTS = 1000;
