import type { Logger } from 'pino';
import { followChanges, type ToldTable } from './changes.ts';
import type { ConnectionOptions } from './connection.ts';

/**
 * The one kind of cache (docs/decisions/0086): what was read is given again for a moment, at most as long as its age
 * says. It goes sooner when the database tells that it changed, and all of it goes when nobody listens any more.
 */
export interface FreshCache<T> {
  /** What is kept under the key of a tenant, or what `read` gives, which is kept from now on; never a failure. */
  get(tenantId: string, key: string, read: () => Promise<T>): Promise<T>;
  /** After a change of this process, which sees it at once: what is kept of a tenant, under keys that begin so. */
  forget(tenantId: string, start?: string): void;
}

export interface CacheOptions {
  /** How long something is kept, in milliseconds: at most 1,000 where it decides about access (standards 7). */
  age: number;
  /** How much is kept. One more, and all is forgotten: who comes often is soon there again. */
  most: number;
  /** The tables it was read from, as far as their changes are told. */
  of: readonly ToldTable[];
}

/** The caches of a process. */
export interface Caches {
  open<T>(options: CacheOptions): FreshCache<T>;
  /** Has changes told from now on; until then, age alone counts. Gives how to stop. */
  follow(connection: ConnectionOptions, log: Pick<Logger, 'warn'>): () => Promise<void>;
}

interface Entry<T> {
  readAt: number;
  value: Promise<T>;
}

/** Caches that measure by `elapsed`: milliseconds of a clock that nobody sets, as `performance.now()`. */
export function createCaches(elapsed: () => number = () => performance.now()): Caches {
  const opened: { of: readonly ToldTable[]; forget(tenantId: string): void; clear(): void }[] = [];
  return {
    open<T>({ age, most, of }: CacheOptions): FreshCache<T> {
      const tenants = new Map<string, Map<string, Entry<T>>>();
      let size = 0;
      const clear = () => {
        tenants.clear();
        size = 0;
      };
      const forget = (tenantId: string, start = '') => {
        const kept = tenants.get(tenantId);
        if (!kept) return;
        for (const key of kept.keys()) if (key.startsWith(start) && kept.delete(key)) size -= 1;
        if (kept.size === 0) tenants.delete(tenantId);
      };
      opened.push({ of, forget, clear });
      return {
        get(tenantId, key, read) {
          const now = elapsed();
          const hit = tenants.get(tenantId)?.get(key);
          if (hit && hit.readAt <= now && now < hit.readAt + age) return hit.value;
          if (!hit && size >= most) clear();
          const entry = { readAt: now, value: read() };
          const kept = tenants.get(tenantId) ?? new Map<string, Entry<T>>();
          tenants.set(tenantId, kept);
          kept.set(key, entry);
          if (!hit) size += 1;
          entry.value.catch(() => {
            if (tenants.get(tenantId)?.get(key) === entry) forget(tenantId, key);
          });
          return entry.value;
        },
        forget,
      };
    },
    follow: (connection, log) =>
      followChanges(connection, {
        changed: (table, tenantId) => {
          for (const cache of opened) if (cache.of.includes(table)) cache.forget(tenantId);
        },
        missed: () => {
          for (const cache of opened) cache.clear();
        },
        failed: (error) => log.warn({ err: error }, 'changes are not told: what is kept goes by its age'),
      }),
  };
}
