import * as contract from '#contract/logs/event-feed.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { readFeed } from './feed.ts';

export const feedRoutes: Served[] = [
  handle(contract.readEventFeed, async (call) => {
    ownTenant(call);
    return readFeed(call.tools, call.tx, call.query);
  }),
];
