import { browserLogQuery } from '#contract/operator/browser-log.ts';
import { type BrowserLogPage, searchBrowserLog } from '../../browser-log/browser-log.ts';
import { type Command, type CommandContext, parse, type Values } from '../command.ts';
import type { Outcome } from '../output.ts';

const options = {
  tenant: 'text',
  'user-uuid': 'text',
  request: 'text',
  operation: 'text',
  from: 'text',
  to: 'text',
  reason: 'text',
} as const;

const EXPORTED_AT_ONCE = 500;

const asked = (values: Values, more: { count?: string | number | undefined; cursor?: string | undefined }) =>
  parse(browserLogQuery, {
    ...{ tenantId: values.tenant, userUuid: values['user-uuid'], requestId: values.request },
    ...{ operationId: values.operation, from: values.from, to: values.to, ...more },
  });

const shown = ({ results }: BrowserLogPage): Outcome => ({
  data: results,
  columns: ['at', 'userUuid', 'requestId', 'address', 'entry'],
});

/** Shows page by page what there is, so that no export has to fit into memory; the last page is the answer. */
async function exportAll({ tools, act, show }: CommandContext, values: Values): Promise<Outcome> {
  // All pages are of one moment: what comes meanwhile does not move them.
  const until = values.to ?? tools.clock().toISOString();
  let cursor: string | undefined;
  for (;;) {
    const query = asked({ ...values, to: until }, { count: EXPORTED_AT_ONCE, cursor });
    const page = await searchBrowserLog(tools, act, query);
    if (page.next === undefined) return shown(page);
    show(shown(page));
    cursor = page.next;
  }
}

export const browserLogCommands: readonly Command[] = [
  {
    name: 'browser-log search',
    places: ['tenant'],
    options: { ...options, count: 'text' },
    required: ['reason'],
    run: async ({ tools, act }, values) =>
      shown(await searchBrowserLog(tools, act, asked(values, { count: values.count as string | undefined }))),
  },
  { name: 'browser-log export', places: ['tenant'], options, required: ['reason'], run: exportAll },
];
