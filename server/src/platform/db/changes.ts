import pg from 'pg';
import type { ConnectionOptions } from './connection.ts';

/** Tables whose changes the database announces by NOTIFY (migrations 0096, 0130, 0230). */
export type ToldTable =
  | 'tenants'
  | 'users'
  | 'role_grants'
  | 'devices'
  | 'oauth_clients'
  | 'oauth_apis'
  | 'feature_toggles'
  | 'signing_keys'
  | 'custom_scripts';

export interface ChangeListener {
  changed(table: ToldTable, tenantId: string): void;
  /** Changes may have been missed: the listening connection is not up yet, or was lost. */
  missed(): void;
  /** The connection could not be opened or was lost; it will be retried. */
  failed(error: Error): void;
}

export const CHANGES_APPLICATION = 'portico-changes';

const AGAIN_MS = 500;
/** A frozen connection does not close, so it is probed regularly and must answer before the next probe. */
const BEAT_MS = 5000;

/**
 * Listens for changes on a dedicated connection, which is reopened whenever it is lost. `connection` must lead to
 * PostgreSQL itself: a pooler in transaction mode does not forward notifications. Returns a function that stops
 * listening.
 */
export function followChanges(connection: ConnectionOptions, listener: ChangeListener): () => Promise<void> {
  let stopped = false;
  let client: pg.Client;
  let again: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  const open = async () => {
    const own = new pg.Client({ ...connection, application_name: CHANGES_APPLICATION, connectionTimeoutMillis: 4000 });
    client = own;
    let isLost = false;
    const lose = (error: Error) => {
      if (isLost || stopped) return;
      isLost = true;
      clearInterval(beat);
      destroy(own);
      listener.missed();
      listener.failed(error);
      again = setTimeout(open, AGAIN_MS).unref();
    };
    own.on('error', lose);
    own.on('end', () => lose(new Error('the connection ended')));
    own.on('notification', ({ payload = '' }) => {
      const [table, tenantId] = payload.split(' ');
      if (table && tenantId) listener.changed(table as ToldTable, tenantId);
    });
    try {
      await own.connect();
      await own.query('listen portico_changes');
      if (isLost || stopped) return;
      // Changes before this moment were not heard.
      listener.missed();
      beat = keepAsking(own, lose);
    } catch (error) {
      lose(error as Error);
    }
  };
  void open();
  return async () => {
    stopped = true;
    clearTimeout(again);
    clearInterval(beat);
    destroy(client);
  };
}

function keepAsking(client: pg.Client, lose: (error: Error) => void): NodeJS.Timeout {
  let answered = true;
  const ask = () => {
    if (!answered) return lose(new Error('the connection does not answer'));
    answered = false;
    client.query('select').then(() => {
      answered = true;
    }, lose);
  };
  return setInterval(ask, BEAT_MS).unref();
}

/** Closes a connection without waiting for the other side. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
