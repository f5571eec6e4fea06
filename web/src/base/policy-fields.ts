import { policyFieldNames as names } from '#contract/logs/change-fields.ts';
import type { TextKey } from '../i18n/keys.ts';

/** The fields of the security policy by the names their pages give them. */
export const policyFieldNames = names satisfies Record<string, TextKey>;
