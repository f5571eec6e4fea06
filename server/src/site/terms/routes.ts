import * as contract from '#contract/site/terms.ts';
import { userEntries } from '../../platform/events/write.ts';
import { handle } from '../../platform/http/serve.ts';
import { readerLanguage } from '../pages/language.ts';
import { acceptTerms, readMyTerms } from './terms.ts';

export const termsRoutes = [
  handle(contract.getMyTerms, ({ tools, tx, caller, query, request }) =>
    readMyTerms(tx, caller.uuid, tools.config, query.language ?? readerLanguage(request)),
  ),
  handle(contract.acceptMyTerms, ({ tools, tx, caller, query, body, request, now, audit }) =>
    acceptTerms(tx, caller, body.version, tools.config, query.language ?? readerLanguage(request), now, (changes) =>
      audit(tx, userEntries(caller.uuid, changes)),
    ),
  ),
];
