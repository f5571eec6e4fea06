import { importRowKinds } from '#contract/people/user-imports-fields.ts';
import { listAddress, matching, oneOf, pageSize } from '../../../../ui/list/address.ts';

/** What the address of an import's page holds: the kind of rows that are shown, and the place among them. */
export const importAddress = listAddress({
  kind: oneOf(importRowKinds),
  cursor: matching(/^[np]\.\d{1,9}$/),
  count: pageSize,
});

/** The place in the history of imports, and in that of acts on many users. */
export const importsAddress = listAddress({ cursor: matching(/^[0-9a-f-]{36}$/) });
