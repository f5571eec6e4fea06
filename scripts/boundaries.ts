import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Import rules between rooms (docs/ARCHITECTURE.md), checked on the import lines of every file. */

export interface SourceFile {
  path: string;
  /** What it imports that exists at run time. */
  imports: string[];
  /** What it imports of which only types are used. */
  types?: string[];
}

interface Wall {
  name: string;
  /** Files that the rule applies to. */
  inside: RegExp;
  /** True if it applies to imports of types as well. */
  types?: true;
  /** True if an import (a path in the repository, or a package) breaks the rule. */
  refuses(imported: string, file: string): boolean;
}

/**
 * The rooms of the web by floor: a room imports only from lower floors, not from its own or higher ones.
 * Each folder of `features/` is a room.
 */
const webFloors = [
  ['i18n', 'theme', 'session'],
  ['api', 'ui'],
  ['base'],
  ['pickers', 'guest-kit'],
  ['features', 'guest', 'dev-widgets'],
  ['shell'],
  ['main.tsx'],
];
/** Of a path in the web: `ui`, `features/users`. */
const webRoomOf = (path: string) => /^web\/src\/(features\/[^/]+(?=\/)|[^/]+)/.exec(path)?.[1];
const webFloorOf = (room: string) => webFloors.findIndex((rooms) => rooms.includes(room.replace(/\/.*/, '')));
/**
 * `<room>/<feature>`; deeper folders belong to the feature. `sign-in`, `logs` and the writing of users are one each.
 */
const serverFeatureOf = (path: string) =>
  /^server\/src\/(sign-in|logs|[^/]+\/[^/]+)\//
    .exec(path)?.[1]
    ?.replace(/^people\/(users|bulk|changes|lines|search|device-login)$/, 'people/users');
/**
 * The rooms of the server and of the contract by floor: a room imports only from lower floors. What it needs from
 * higher floors is a port (`ports.ts` of the room), which `wiring.ts` fills.
 */
const serverFloors = [
  ['platform'],
  ['tenant'],
  ['devices', 'credentials'],
  ['people'],
  ['licences'],
  ['sign-in'],
  ['joining', 'federation', 'provisioning', 'apps', 'logs'],
  ['site'],
  ['operator'],
];
const contractFloors = [[''], ['exports'], ...serverFloors.slice(1)];
const business = serverFloors.slice(1).flat().join('|');
/**
 * The files that wire a process, above all floors: those beside the rooms, and the command line, a separate process.
 */
const isRoof = (path: string) => /^server\/src\/([^/]+$|operator\/cli\/)/.test(path);
const serverRoomOf = (path: string) => (isRoof(path) ? undefined : /^server\/src\/([^/]+)\//.exec(path)?.[1]);
/** The folder of a path in the contract, or '' for its common files. */
const contractRoomOf = (path: string) =>
  path.startsWith('contract/src/') ? (/^contract\/src\/(?!theme\/)([^/]+)\//.exec(path)?.[1] ?? '') : undefined;
/** Each folder of the platform is a room; files beside them, above all `tools.ts`, name the types of all rooms. */
const platformRoomOf = (path: string) => /^server\/src\/platform\/([^/]+)\//.exec(path)?.[1];
const runsUp = (floors: string[][], from: string | undefined, to: string | undefined) => {
  if (from === undefined || to === undefined || from === to) return false;
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
  return floorOf(to) < 0 || floorOf(to) >= floorOf(from);
};

/** Further files of each room that others may import, besides `<feature>/<feature>.ts` and `ports.ts`. */
export const doors: Record<string, string[]> = {
  apps: [
    'clients/logout-deliveries.ts',
    'clients/oauth-clients.ts',
    'oauth/bridge.ts',
    'oauth/keys.ts',
    'oauth/paths.ts',
    'oauth/provider.ts',
    'oauth/pushed.ts',
  ],
  credentials: [
    'device-login/account-changes.ts',
    'device-login/onpremise-accounts.ts',
    'device-login/pin.ts',
    'device-login/user-codes.ts',
    'one-time-codes/purposes.ts',
    'one-time-codes/requests.ts',
    'own-row.ts',
    'passwords/generate-password.ts',
    'proof-limit.ts',
  ],
  devices: [
    'credentials/failures.ts',
    'credentials/known-devices.ts',
    'credentials/named-devices.ts',
    'credentials/tokens.ts',
    'list/devices.ts',
    'list/registering.ts',
    'list/rows.ts',
  ],
  federation: ['linking/links.ts'],
  licences: ['licenses/selling.ts', 'permissions/newcomers.ts', 'permissions/rules.ts', 'permissions/saving.ts'],
  people: [
    'bin/delete.ts',
    'bulk/jobs.ts',
    'changes/access.ts',
    'changes/consequences.ts',
    'changes/many.ts',
    'changes/one.ts',
    'groups/members/log.ts',
    'groups/provided.ts',
    'users/operator.ts',
  ],
  'sign-in': [
    'impact/connection-impact.ts',
    'logout.ts',
    'mailed-links/temporary-code.ts',
    'password-reset/reset-mail.ts',
    'proofs/federated-browser.ts',
    'proofs/federated.ts',
    'proofs/second-factor.ts',
    'sessions/cookie.ts',
    'sessions/known-browsers.ts',
    'sessions/open.ts',
  ],
  site: ['pages/language.ts'],
  tenant: [
    'branding/logo-file.ts',
    'branding/stored-theme.ts',
    'mail-texts/own-texts.ts',
    'notices/administrators.ts',
    'notices/expiry.ts',
    'settings/tenant.ts',
  ],
};
const isDoor = (path: string, room: string) =>
  /\/([^/]+)\/(\1|ports)\.ts$/.test(path) ||
  path === `server/src/${room}/ports.ts` ||
  doors[room]?.includes(path.slice(`server/src/${room}/`.length)) === true;
/** Files of the portal that tests from outside may import: its addresses, and where the browser stores things. */
const webDoors = [
  'base/palette-entries.ts',
  'base/paths.ts',
  'guest/pages.ts',
  'session/oauth-client.ts',
  'session/storage-keys.ts',
].map((path) => `web/src/${path}`);
/** A bench may import a statement that it measures alone; e2e creates a device's secret as a device does. */
const measured: Record<string, string[]> = {
  'bench/rows/device-sign-in.ts': ['devices/credentials/secret.ts'],
  'bench/rows/list.ts': ['people/search/queries.ts', 'people/users/rows.ts'],
  'bench/reference/saml.ts': [
    'apps/saml-idp/response.ts',
    'federation/saml-connections/ours.ts',
    'federation/saml-sp/verify.ts',
  ],
  'e2e/support/global-setup.ts': ['operator/demo/demo-tenants.ts'],
};
/** True if a test from outside or a bench may import this: wiring, platform, doors, and what it measures. */
const mayEnter = (imported: string, file: string): boolean => {
  if (imported.startsWith('web/')) return webDoors.includes(imported);
  const room = serverRoomOf(imported);
  if (room === undefined || room === 'platform') return true;
  return isDoor(imported, room) || measured[file]?.includes(imported.slice('server/src/'.length)) === true;
};
const isTest = (path: string) => /\.(unit\.)?test\.tsx?$/.test(path);

/** Modules that open connections. */
const opensSockets = new Set(
  ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises'].flatMap((name) => [name, `node:${name}`]),
)
  .add('undici')
  .add('nodemailer');
/** Pseudo-import of files that call the global `fetch`. */
const CALLS_FETCH = 'fetch()';
/** Pseudo-import of files that read the text of a statement. */
const READS_SQL = 'the text of SQL';
/** Pseudo-import of files that name a role with rights, in TypeScript or SQL. */
const NAMES_ROLE = 'the name of a role';
const NAMING_ROLE = /['"{]PowerUser['"}]/;
const READING_SQL =
  /\b(?:text|sql|statement|query|compiled)\??\.(?:startsWith|endsWith|includes|indexOf|match|matchAll|search|replace|replaceAll|slice|substring|split)\(|\.(?:test|exec)\(\s*(?:[\w?]+\.)*(?:text|sql|statement|query)\s*\)/;
/** Exceptions: PostgreSQL is reached through pg, and Fastify opens the server. */
const mayOpenSockets: Record<string, string[]> = {
  // The mail server belongs to the operator.
  'server/src/platform/mail/transport.ts': ['nodemailer'],
  // Looks for a free port of its own machine.
  'server/src/platform/embedded/embedded.ts': ['node:net'],
  // These only classify addresses; they connect to nothing.
  'server/src/platform/http/client-info.ts': ['node:net'],
  'server/src/logs/sources.ts': ['node:net'],
};

/** Imports of web features from outside, besides the routes. */
const entersFeatures: Record<string, string[]> = {
  // The account menu, on every page, opens it.
  'web/src/shell/AppSession.tsx': ['my-accounts/AccountSwitchDialog.tsx'],
};

const walls: Wall[] = [
  {
    name: 'the contract imports zod and itself',
    inside: /^contract\/src\//,
    refuses: (imported) => !imported.startsWith('contract/') && imported !== 'zod',
  },
  {
    name: 'the web never loads zod, nor the server',
    inside: /^web\/src\//,
    refuses: (imported) => imported === 'zod' || imported.startsWith('server/') || imported.startsWith('node:'),
  },
  {
    name: 'web/src/ui knows no business',
    inside: /^web\/src\/ui\//,
    refuses: (imported) => /^web\/src\/(api|session|features|pickers|guest)\//.test(imported),
  },
  {
    name: 'a room of the web imports from the floors below it',
    inside: /^web\/src\//,
    types: true,
    refuses: (imported, file) => {
      const [from, to] = [webRoomOf(file), webRoomOf(imported)];
      if (!from || !to || from === to) return false;
      return webFloorOf(to) < 0 || webFloorOf(to) >= webFloorOf(from);
    },
  },
  {
    name: 'features are entered by the routes',
    inside: /^web\/src\/(?!features\/|shell\/routes\/)/,
    types: true,
    refuses: (imported, file) =>
      imported.startsWith('web/src/features/') &&
      !entersFeatures[file]?.includes(imported.slice('web/src/features/'.length)),
  },
  {
    name: 'the dialogs of the pickers are entered by pickers/dialogs.ts, which loads them when they open',
    inside: /^web\/src\/(?!pickers\/)/,
    refuses: (imported) => /^web\/src\/pickers\/\w+Dialog\.tsx$/.test(imported),
  },
  {
    name: 'routes reach no queries of another feature and no SQL',
    inside: /^server\/src\/.*\/routes\.ts$/,
    refuses: (imported, file) =>
      imported === 'pg' ||
      imported === 'kysely' ||
      (/queries\.ts$/.test(imported) && serverFeatureOf(imported) !== serverFeatureOf(file)),
  },
  {
    name: 'queries of a feature are its own',
    inside: new RegExp(`^server/src/(${business})/`),
    refuses: (imported, file) =>
      /queries\.ts$/.test(imported) &&
      imported.startsWith('server/src/') &&
      serverFeatureOf(imported) !== serverFeatureOf(file) &&
      !isTest(file),
  },
  {
    name: 'a room of the server imports from the floors below it',
    inside: /^server\/src\//,
    types: true,
    refuses: (imported, file) => runsUp(serverFloors, serverRoomOf(file), serverRoomOf(imported)),
  },
  {
    name: 'no room imports what wires the process',
    inside: new RegExp(`^server/src/(platform|${business})/(?!cli/)`),
    types: true,
    refuses: (imported) => imported.startsWith('server/src/') && isRoof(imported),
  },
  {
    name: 'a room of the server is entered by its doors',
    inside: new RegExp(`^server/src/(?!operator/cli/)(${business})/`),
    types: true,
    refuses: (imported, file) => {
      const [from, to] = [serverRoomOf(file), serverRoomOf(imported)];
      return to !== undefined && to !== 'platform' && from !== to && !isDoor(imported, to);
    },
  },
  {
    name: 'a room of the contract imports from the floors below it',
    inside: /^contract\/src\//,
    types: true,
    refuses: (imported, file) => runsUp(contractFloors, contractRoomOf(file), contractRoomOf(imported)),
  },
  {
    name: 'the technique rooms know no business',
    inside: /^server\/src\/platform\//,
    refuses: (imported) => new RegExp(`^server/src/(${business})/`).test(imported),
  },
  {
    name: 'tools.ts is types alone, so that the rooms whose types it names may name it',
    inside: /^server\/src\/platform\/tools\.ts$/,
    refuses: () => true,
  },
  {
    name: 'a test from outside, or a bench, enters the product by its process, its addresses and what users read',
    inside: /^(e2e|bench)\//,
    types: true,
    refuses: (imported, file) => !mayEnter(imported, file),
  },
  {
    name: 'calls to others go through server/src/platform/net',
    inside: /^server\/src\/(?!platform\/net\/)/,
    refuses: (imported, file) =>
      (opensSockets.has(imported) && !mayOpenSockets[file]?.includes(imported)) || imported === CALLS_FETCH,
  },
  {
    name: 'what carries a statement does not read it',
    inside: /^server\/src\/platform\/db\//,
    refuses: (imported) => imported === READS_SQL,
  },
  {
    name: 'rights are asked by permission or isAdministrator, never by the name of a role',
    inside: /^(contract|server|web)\/src\//,
    refuses: (imported) => imported === NAMES_ROLE,
  },
  {
    name: 'decisions are pure',
    inside: /^server\/src\/.*\/(decide|may)\.ts$/,
    refuses: (imported) => !imported.startsWith('contract/'),
  },
  {
    name: 'Fastify stays in http, app and what it mounts',
    inside: new RegExp(
      `^server/src/(?!site|operator)(${business})/(?:.*/)?(?!routes|register|provider|cookie|mount)[^/]*\\.ts$`,
    ),
    refuses: (imported, file) => imported === 'fastify' && !file.startsWith('server/src/apps/oauth/') && !isTest(file),
  },
];

/** Describes every violation among the files. */
export function trespasses(files: SourceFile[]): string[] {
  const product = files.filter(({ path }) => !isTest(path));
  const web = product.filter(({ path }) => path.startsWith('web/src/'));
  const server = product.filter(({ path }) => path.startsWith('server/src/'));
  const platform = server.filter(({ path }) => platformRoomOf(path) !== undefined);
  return [
    ...product.flatMap(wallsBroken),
    ...circles(importsAmong(product, ({ path }) => path)).map((circle) => `files in a circle: ${circle}`),
    ...circles(importsAmong(server, ({ path }) => serverRoomOf(path) ?? path)).map(
      (circle) => `rooms in a circle: ${circle}`,
    ),
    ...circles(importsAmong(platform, ({ path }) => platformRoomOf(path) ?? path)).map(
      (circle) => `rooms of platform in a circle: ${circle}`,
    ),
    ...circles(importsAmong(web, ({ path }) => webRoomOf(path) ?? path)).map(
      (circle) => `rooms in a circle: ${circle}`,
    ),
    ...heavyGuestPages(web),
  ];
}

function wallsBroken({ path, imports, types = [] }: SourceFile): string[] {
  return walls
    .filter((wall) => wall.inside.test(path))
    .flatMap((wall) =>
      [...imports, ...(wall.types ? types : [])]
        .filter((imported) => wall.refuses(imported, path))
        .map((imported) => `${path} imports ${imported}: ${wall.name}`),
    );
}

/** Imports between groups of files (single files, or rooms), including types. */
function importsAmong(files: SourceFile[], groupOf: (file: SourceFile) => string): Map<string, Set<string>> {
  const groups = new Map(files.map((file) => [file.path, groupOf(file)]));
  const among = new Map<string, Set<string>>();
  for (const file of files) {
    const from = groupOf(file);
    const to = among.get(from) ?? new Set();
    among.set(from, to);
    for (const imported of [...file.imports, ...(file.types ?? [])]) {
      const group = groups.get(imported);
      if (group && group !== from) to.add(group);
    }
  }
  return among;
}

/** The circles of a graph, each as a line of its members (Tarjan's strongly connected components). */
export function circles(graph: Map<string, Set<string>>): string[] {
  const found: string[] = [];
  const place = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (node: string) => {
    place.set(node, place.size);
    lowest.set(node, place.size - 1);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!place.has(next)) visit(next);
      if (path.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== place.get(node)) return;
    const circle = path.splice(path.indexOf(node));
    if (circle.length > 1) found.push(circle.join(', '));
  };
  for (const node of graph.keys()) if (!place.has(node)) visit(node);
  return found;
}

/** Guest pages must be light: nothing that they load, directly or not, is Mantine or TanStack. */
function heavyGuestPages(files: SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const guest = files.map(({ path }) => path).filter((path) => /^web\/src\/guest(-kit)?\//.test(path));
  const loaded = new Set(guest);
  for (const path of loaded) for (const imported of imports.get(path) ?? []) loaded.add(imported);
  return [...loaded]
    .filter((imported) => /^@(mantine|tanstack)\//.test(imported))
    .map((imported) => `a guest page loads ${imported}`);
}

const IMPORT =
  /^\s*(?:import|export)\s(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm;
const aliases: Record<string, string> = {
  '#contract/': 'contract/src/',
  '#messages/': 'messages/',
  '#server/': 'server/src/',
  '#test/': 'server/test/',
};

/** The imports of a source text, as paths in the repository or package names. */
export function importsOf(path: string, source: string): Required<Omit<SourceFile, 'path'>> {
  const found = [...source.matchAll(IMPORT)].map((match) => ({
    isType: match[1] !== undefined,
    imported: resolveImport(path, match[2] ?? match[3] ?? match[4] ?? ''),
  }));
  const imports = found.filter(({ isType }) => !isType).map(({ imported }) => imported);
  const types = found.filter(({ isType }) => isType).map(({ imported }) => imported);
  if (/(?:^|[^.\w'"`])(?:globalThis\.)?fetch\(/m.test(source)) imports.push(CALLS_FETCH);
  if (path !== 'contract/src/roles.ts' && NAMING_ROLE.test(source)) imports.push(NAMES_ROLE);
  if (path.startsWith('server/src/platform/db/') && READING_SQL.test(source)) imports.push(READS_SQL);
  return { imports, types };
}

function resolveImport(path: string, imported: string): string {
  if (imported.startsWith('.')) return join(dirname(path), imported);
  for (const [alias, folder] of Object.entries(aliases))
    if (imported.startsWith(alias)) return folder + imported.slice(alias.length);
  return imported;
}

/** Reads every source file of the repository, or of other folders of it. */
export function readSources(
  root: string,
  folders = ['contract', 'server', 'web/src', 'messages', 'e2e', 'bench'],
): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = relative(root, join(entry.parentPath, entry.name));
      return { path, ...importsOf(path, readFileSync(join(root, path), 'utf8')) };
    });
}
