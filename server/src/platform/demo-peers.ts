/** Where the providers and the app listen that the demo tenants are connected to. */
export interface DemoPeers {
  openidProvider: string;
  samlIdentityProvider: string;
  samlService: string;
  /** Their ports, in this order. */
  ports: readonly [number, number, number];
}

const ABOVE = 10_000;

/**
 * Only where the demo tenants are: in development mode, with the embedded database. On this machine by its number: for
 * browsers another site than the portal's `localhost`, as real providers are.
 */
export function demoPeersOf(settings: {
  NODE_ENV: string;
  PORT: number;
  DEMO_PEERS: 'on' | 'off';
  DATABASE_URL?: string | undefined;
}): DemoPeers | undefined {
  const { NODE_ENV, PORT, DEMO_PEERS, DATABASE_URL } = settings;
  if (NODE_ENV !== 'development' || DATABASE_URL !== undefined || DEMO_PEERS === 'off' || PORT === 0) return undefined;
  const first = PORT + 2 + ABOVE > 65_535 ? PORT - ABOVE : PORT + ABOVE;
  const at = (port: number) => `http://127.0.0.1:${port}`;
  return {
    ...{ openidProvider: at(first), samlIdentityProvider: at(first + 1), samlService: at(first + 2) },
    ports: [first, first + 1, first + 2],
  };
}
