import {
  type DifferenceKind,
  differenceKinds,
  type ProvisionedState,
  provisionedStates,
} from '#contract/provisioning/target-values.ts';

/** The tabs, in their order. Each has its content in TargetPage.tsx. */
export const targetTabs = ['users', 'comparison', 'settings', 'history'] as const;
export type TargetTab = (typeof targetTabs)[number];

/** What the address of a target's page holds: the open tab, and the place in its list. */
type TargetPageSearch = {
  tab?: Exclude<TargetTab, 'users'>;
  state?: ProvisionedState;
  after?: string;
  kind?: DifferenceKind;
  behind?: string;
  cursor?: string;
};

export function readTargetPageSearch(search: Record<string, unknown>): TargetPageSearch {
  const tab = targetTabs.find((one): one is Exclude<TargetTab, 'users'> => one === search.tab && one !== 'users');
  const state = provisionedStates.find((one) => one === search.state);
  const after = String(search.after ?? '');
  const kind = differenceKinds.find((one) => one === search.kind);
  const behind = String(search.behind ?? '');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(!tab && state ? { state } : {}),
    ...(!tab && /^[0-9a-f-]{36}$/.test(after) ? { after } : {}),
    ...(tab === 'comparison' && kind ? { kind } : {}),
    ...(tab === 'comparison' && behind !== '' && behind.length <= 500 ? { behind } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
