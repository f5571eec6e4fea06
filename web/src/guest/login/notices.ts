import type { getStatusComponents, getUpcomingMaintenances, ScheduledMaintenance } from '#contract/site/status.ts';
import { intlLocale } from '#contract/intl-locale.ts';
import type { Language } from '#contract/languages.ts';
import { outageState, type OutageState } from '#contract/outage.ts';
import { call } from '../../api/call.ts';

export type Notices = { outage: OutageState; maintenance: ScheduledMaintenance | undefined };

/** What is to be announced; failing to find out is ignored silently (spec section 7, "Reaction to answers"). */
export async function findNotices(language: string, signal: AbortSignal): Promise<Notices> {
  const query = { language: language as Language };
  const [components, upcoming] = await Promise.all([
    call<typeof getStatusComponents>({
      method: 'GET',
      path: '/api/account/status/components.json',
      noAuth: true,
      query,
      signal,
    }).catch(() => undefined),
    call<typeof getUpcomingMaintenances>({
      method: 'GET',
      path: '/api/account/status/scheduled-maintenances/upcoming.json',
      noAuth: true,
      query,
      signal,
    }).catch(() => undefined),
  ]);
  return { outage: outageState(components?.components ?? []), maintenance: upcoming?.scheduled_maintenances[0] };
}

/** From when until when, as the language writes it, in the reader's own time zone, which is named. */
export function periodText(from: string, until: string, language: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  });
  const [start, end] = [new Date(from), new Date(until)];
  return Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || end < start
    ? ''
    : format.formatRange(start, end);
}
