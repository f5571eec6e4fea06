import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

type Graph = { getModuleInfo: (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null };

/** Lists all that a library has, of which a page uses a little. */
const isLibraryIndex = (id: string) => /node_modules\/@mantine\/\w+\/esm\/index\.mjs$/.test(id);

/** What the frame uses by way of such a list. */
const frameWidgets = new RegExp(
  [
    '@mantine/core/esm/core/',
    '@mantine/core/esm/components/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton)/',
    '@mantine/hooks/esm/(use-(clipboard|color-scheme|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion)|utils/random-id)/',
    'clsx/',
  ]
    .map((part) => `node_modules/${part}`)
    .join('|'),
);

/** What the frame does not use of the libraries that it has. */
const seldom =
  /@tanstack\/(react-query|query-core)\/.*\/(queriesObserver|infiniteQueryObserver|hydration|useQueries|useInfiniteQuery)\.js$/;

/** What most pages with a list use. */
const listParts = [
  'base/list/QueryList.tsx',
  'base/list/columns.tsx',
  ...['CursorPager.tsx', 'MoreFilters.tsx', 'SearchBox.tsx', 'use-selection.ts'].map((name) => `ui/list/${name}`),
];

/** A module and all that it imports, also what it imports later if `later`. */
function importedBy(id: string, graph: Graph, later: boolean, found = new Set<string>()): Set<string> {
  if (found.has(id) || isLibraryIndex(id)) return found;
  found.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
  for (const imported of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds)
    importedBy(imported, graph, later, found);
  return found;
}

type FileName = (id: string, graph: Graph) => string | null;

/**
 * Names files of the portal. But for what the sign-in page and the portal both begin with, nothing may be in them that a
 * guest page ever needs: it would load all of it. The routes of administrators' pages and what they need are a file for
 * each part, and one for what both or the list of users need.
 */
function portalFiles(): Record<'base' | 'frame' | 'routes' | 'form' | 'list', FileName> {
  const together = (paths: readonly string[], graph: Graph) => {
    const found = new Set<string>();
    for (const path of paths) importedBy(at(path), graph, false, found);
    return found;
  };
  const reach = (graph: Graph) => ({
    signIn: together(['guest/main.tsx', 'guest/login/LoginPage.tsx'], graph),
    account: together(
      ['main.tsx', 'features/account/AccountPage.tsx', 'features/account/basic-settings/BasicSettings.tsx'],
      graph,
    ),
    list: together(listParts, graph),
    frame: importedBy(at('main.tsx'), graph, false),
    people: importedBy(at('shell/routes/people.ts'), graph, false),
    organization: importedBy(at('shell/routes/organization.ts'), graph, false),
    userList: importedBy(at('features/users/list/UserList.tsx'), graph, false),
    guest: importedBy(at('guest/main.tsx'), graph, true),
  });
  let known: ReturnType<typeof reach> | undefined;
  const reached = (graph: Graph) => {
    known ??= reach(graph);
    return known;
  };
  return {
    base: (id, graph) => {
      const { account, signIn, guest } = reached(graph);
      if (!account.has(id) || !guest.has(id)) return null;
      return signIn.has(id) ? 'session' : 'account';
    },
    frame: (id, graph) => {
      const { frame, guest } = reached(graph);
      if (seldom.test(id)) return null;
      return (frame.has(id) && !guest.has(id)) || frameWidgets.test(id) ? 'frame' : null;
    },
    routes: (id, graph) => {
      const { people, organization, userList, guest } = reached(graph);
      if (guest.has(id)) return null;
      if (organization.has(id)) return people.has(id) || userList.has(id) ? 'routes' : 'organization';
      return people.has(id) ? 'people' : null;
    },
    form: (id, graph) => (reached(graph).guest.has(id) ? null : 'form'),
    list: (id, graph) => {
      const { list, guest } = reached(graph);
      // Mantine's styles are where its widgets are.
      return list.has(id) && !guest.has(id) && !id.includes('@mantine') ? 'list' : null;
    },
  };
}

/**
 * Which modules travel in one file: what is needed together compresses better together (the frame in one file instead of
 * thirty weighs a tenth less) and is one request.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const { base, frame, routes, form, list } = portalFiles();
  return {
    groups: [
      { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
      { name: base, debugName: 'base', includeDependenciesRecursively: false },
      { name: frame, debugName: 'frame', includeDependenciesRecursively: false },
      { name: routes, debugName: 'routes', includeDependenciesRecursively: false },
      // Of forms and texts, what a third of all pages need.
      {
        name: form,
        debugName: 'form',
        test: /web\/src\/(ui\/(form|dialog|page|text)\/|base\/(editing\/|[\w.-]+\.(tsx?|css)$))|@mantine\/core\/(esm\/components|styles)\/(Combobox|NativeSelect|Skeleton)\b|contract\/src\/text-rules\.ts/,
        includeDependenciesRecursively: false,
        minShareCount: 25,
      },
      { name: list, debugName: 'list', includeDependenciesRecursively: false },
      {
        name: 'guest-kit',
        // New passwords are chosen on few pages; signing in is none of them.
        test: /web\/src\/guest-kit\/(?!NewPassword)/,
        includeDependenciesRecursively: false,
        minShareCount: 3,
      },
    ],
  };
}
