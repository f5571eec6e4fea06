import { type EventType, eventCatalogue } from '#contract/events.ts';
import type { Translate } from '../../../i18n/keys.ts';

/** The name of an event; one of a newer server by its type. */
export const eventName = (t: Translate, type: string): string =>
  Object.hasOwn(eventCatalogue, type) ? t(`events.${type as EventType}`) : type;
