import type { FormFields } from '../../../base/editing/editing.ts';
import { nameMistake } from '../../../base/federation/typed-name.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { clientIdMistake, directoriesMistake, directoriesOf } from '../input.ts';
import type { Provider } from '../queries.ts';

/** A provider as its page has it. `enabled` is changed in the head, and sent with the rest. */
export type Draft = Pick<Provider, 'displayName' | 'clientId' | 'enabled' | 'jitProvisioning'> & {
  /** One a line. */
  directoryIds: string;
};

export const draftOf = (provider: Provider): Draft => ({
  displayName: provider.displayName,
  clientId: provider.clientId,
  enabled: provider.enabled,
  jitProvisioning: provider.jitProvisioning,
  directoryIds: provider.directoryIds.join('\n'),
});

export const providerForm: FormFields<Draft> = {
  sent: (draft, field) => {
    if (field === 'directoryIds') return directoriesOf(draft.directoryIds).map((one) => one.toLowerCase());
    if (field === 'displayName' || field === 'clientId') return draft[field].trim();
    return draft[field];
  },
};

/** Whether a draft can be sent. */
export const isSound = (t: Translate, draft: Draft): boolean =>
  draft.displayName.trim() !== '' &&
  !nameMistake(t, draft.displayName) &&
  draft.clientId.trim() !== '' &&
  !clientIdMistake(t, draft.clientId) &&
  !directoriesMistake(t, draft.directoryIds);
