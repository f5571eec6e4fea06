import { type EventType, eventCatalogue } from '#contract/events.ts';

/** Whether this page has words for what happened: a newer server may know more. */
export const isKnownEvent = (type: string | null): type is EventType =>
  type !== null && Object.hasOwn(eventCatalogue, type);
