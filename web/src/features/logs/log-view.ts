import type { ReactNode } from 'react';
import type { ChartCounts } from '#contract/logs/logs.ts';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';
import type { ListColumn } from '../../ui/list/list-types.ts';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import type { TimeSeries } from '../../ui/text/TimeChart.tsx';
import type { LogSearch } from './log-search.ts';
import type { Entries } from './queries.ts';

export type Shown = { t: Translate; language: string; timeZone: string };
/** A detail of a row: its name and what is there. */
export type DetailLine = [name: string, value: string];

export type ChartSeries = { name: TextKey; tone: TimeSeries['tone']; of: (counts: ChartCounts) => number };

/** What there is to know of one of the logs to show it. */
export interface LogView<Kind extends LogKind> {
  kind: Kind;
  /** Its route, and its address. */
  route: '/frame/portal/tenant/login-log' | '/frame/portal/tenant/system-log';
  path: '/portal/tenant/login-log' | '/portal/tenant/system-log';
  title: TextKey;
  lead: TextKey;
  /** What the chart tells apart, from the ground up. */
  series: readonly ChartSeries[];
  columns: (shown: Shown) => ListColumn<Entries[Kind]>[];
  /** What can be done about a row. */
  acts?: (entry: Entries[Kind], say: (alert: AlertContent | undefined) => void) => ReactNode;
  /** What happened, in one sentence: the title of the details. */
  headline: (shown: Shown, entry: Entries[Kind]) => string;
  /** All that the log knows of a row, a line each. */
  details: (shown: Shown, entry: Entries[Kind]) => DetailLine[];
  /** Which filter shows the other rows of the same user, address or request. */
  user: (entry: Entries[Kind]) => string;
  filters: readonly (keyof LogSearch)[];
}
