import type { FoundThing } from '../layout/frame-types.ts';
import { localStore } from '../../session/storage.ts';
import { localKeys } from '../../session/storage-keys.ts';

/** As many as are shown while nothing is typed. */
const MOST = 8;

type Kept = { of: string; things: readonly FoundThing[] };

/** What this account opened last with the palette, the latest first. Another account on this browser sees none of it. */
export function recentThings(account: string): readonly FoundThing[] {
  const kept = localStore.read<Kept>(localKeys.palette);
  return kept?.of === account && Array.isArray(kept.things) ? kept.things : [];
}

export function noteRecent(account: string, { path, label, kind }: FoundThing): void {
  const others = recentThings(account).filter((thing) => thing.path !== path);
  localStore.write(localKeys.palette, { of: account, things: [{ path, label, kind }, ...others].slice(0, MOST) });
}
