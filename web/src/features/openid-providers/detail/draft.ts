import type { FormFields } from '../../../base/editing/editing.ts';
import { nameMistake } from '../../../base/federation/typed-name.ts';
import type { Translate } from '../../../i18n/keys.ts';
import {
  clientIdMistake,
  directoriesMistake,
  domainsMistake,
  linesOf,
  recordAppMistake,
  recordAppOf,
  scopesMistake,
  scopesOf,
  subdomainMistake,
} from '../input.ts';
import type { Provider } from '../queries.ts';

/** A provider as its page has it. `enabled` is changed in the head, and sent with the rest. */
export type Draft = Pick<Provider, 'displayName' | 'clientId' | 'enabled' | 'jitProvisioning'> & {
  /** One a line. */
  directoryIds: string;
  enabledDomains: string;
  disabledDomains: string;
  subdomain: string;
  recordApp: string;
  /** Separated by spaces. */
  recordScopes: string;
};

export const draftOf = (provider: Provider): Draft => ({
  displayName: provider.displayName,
  clientId: provider.clientId,
  enabled: provider.enabled,
  jitProvisioning: provider.jitProvisioning,
  directoryIds: provider.directoryIds.join('\n'),
  enabledDomains: provider.enabledDomains.join('\n'),
  disabledDomains: provider.disabledDomains.join('\n'),
  subdomain: provider.subdomain,
  recordApp: String(provider.recordApp ?? ''),
  recordScopes: provider.recordScopes.join(' '),
});

export const providerForm: FormFields<Draft> = {
  sent: (draft, field) => {
    if (field === 'directoryIds' || field === 'enabledDomains' || field === 'disabledDomains')
      return [...new Set(linesOf(draft[field].toLowerCase()))];
    if (field === 'recordApp') return recordAppOf(draft.recordApp);
    if (field === 'recordScopes') return scopesOf(draft.recordScopes);
    if (field === 'subdomain') return draft.subdomain.trim().toLowerCase();
    if (field === 'displayName' || field === 'clientId') return draft[field].trim();
    return draft[field];
  },
};

/** Whether a draft can be sent. */
export const isSound = (t: Translate, { kind }: Pick<Provider, 'kind'>, draft: Draft): boolean =>
  (kind !== 'cybozu' ||
    !(
      subdomainMistake(t, draft.subdomain) ??
      recordAppMistake(t, draft.recordApp) ??
      scopesMistake(t, draft.recordScopes)
    )) &&
  draft.displayName.trim() !== '' &&
  !nameMistake(t, draft.displayName) &&
  draft.clientId.trim() !== '' &&
  !clientIdMistake(t, draft.clientId) &&
  !directoriesMistake(t, draft.directoryIds) &&
  !domainsMistake(t, draft.enabledDomains) &&
  !domainsMistake(t, draft.disabledDomains);
