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
    '@mantine/hooks/esm/use-(clipboard|color-scheme|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion)/',
    'clsx/',
  ]
    .map((part) => `node_modules/${part}`)
    .join('|'),
);

/** What the frame does not use of the libraries that it has. */
const seldom =
  /@tanstack\/(react-query|query-core)\/.*\/(queriesObserver|infiniteQueryObserver|hydration|useQueries|useInfiniteQuery)\.js$/;

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
 * Names files of the portal, in which nothing may be that a guest page ever needs: it would load all of it. The routes of
 * administrators' pages and what they need are a file for each part, and one for what both or the list of users need.
 */
function portalFiles(): { frame: FileName; routes: FileName; form: FileName } {
  const reach = (graph: Graph) => ({
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
  };
}

/**
 * Which modules travel in one file: what is needed together compresses better together (the frame in one file instead of
 * thirty weighs a tenth less) and is one request.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const { frame, routes, form } = portalFiles();
  return {
    groups: [
      { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
      { name: frame, debugName: 'frame', includeDependenciesRecursively: false },
      { name: routes, debugName: 'routes', includeDependenciesRecursively: false },
      // Of forms and texts, what a third of all pages need.
      {
        name: form,
        debugName: 'form',
        test: /web\/src\/(ui\/(form|dialog|page|text)\/|base\/(editing\/|[\w-]+\.tsx?$))|@mantine\/core\/esm\/components\/NativeSelect\/|contract\/src\/text-rules\.ts/,
        includeDependenciesRecursively: false,
        minShareCount: 25,
      },
      // Small modules that guest pages and the portal need.
      {
        name: 'session',
        test: /web\/src\/(api|session)\/|contract\/src\/person-name\.ts/,
        includeDependenciesRecursively: false,
        minShareCount: 3,
      },
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
