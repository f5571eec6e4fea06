import type { LocalKey, SessionKey } from './storage-keys.ts';

/** A place to keep JSON values in. Where a browser forbids storage, nothing is kept and nothing fails. */
export type Store<Key extends string> = {
  read: <T>(key: Key) => T | undefined;
  write: (key: Key, value: unknown) => void;
  remove: (...keys: Key[]) => void;
};

function storeIn<Key extends string>(storage: () => Storage): Store<Key> {
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read: <T>(key: Key) => attempt((place) => JSON.parse(place.getItem(key) ?? 'null') as T | null) ?? undefined,
    write: (key, value) => void attempt((place) => place.setItem(key, JSON.stringify(value))),
    remove: (...keys) => void attempt((place) => keys.map((key) => place.removeItem(key))),
  };
}

/** This tab's own. */
export const sessionStore = storeIn<SessionKey>(() => sessionStorage);
/** Shared by all tabs; outlives them. */
export const localStore = storeIn<LocalKey>(() => localStorage);
