import type { Logger } from 'pino';
import { followChanges, type ToldTable } from './changes.ts';
import type { ConnectionOptions } from './connection.ts';

/**
 * The one kind of cache (docs/decisions/0086): returns what was read for at most its age. Entries are dropped earlier
 * when the database announces a change, and all of them when the listening connection is lost.
 */
export interface FreshCache<T> {
  /** Returns the cached value of a tenant's key, or calls `read` and caches its result; failures are never cached. */
  get(tenantId: string, key: string, read: () => Promise<T>): Promise<T>;
  /**
   * Drops the tenant's entries whose keys begin with `start`. Called after a change by this process, so that it sees it
   * at once.
   */
  forget(tenantId: string, start?: string): void;
}

export interface CacheOptions {
  /** Maximum age in milliseconds: at most 1,000 for anything that decides about access (standards 7). */
  age: number;
  /** Maximum number of entries. One more empties the whole cache: frequent entries are soon back. */
  most: number;
  /** The tables it was read from, as far as their changes are announced. */
  of: readonly ToldTable[];
}

/** All caches of a process. */
export interface Caches {
  open<T>(options: CacheOptions): FreshCache<T>;
  /** Starts listening for changes; until then only the age limits entries. Returns a function that stops listening. */
  follow(connection: ConnectionOptions, log: Pick<Logger, 'warn'>): () => Promise<void>;
}

interface Entry<T> {
  readAt: number;
  value: Promise<T>;
}

/** `elapsed`: milliseconds of a monotonic clock, such as `performance.now()`. */
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
