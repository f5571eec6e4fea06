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

/** Names two files of the portal, in which nothing may be that a guest page ever needs: it would load all of it. */
function portalFiles(): { frame: FileName; form: FileName } {
  let known: { frame: Set<string>; guest: Set<string> } | undefined;
  const reach = (graph: Graph) => {
    known ??= {
      frame: importedBy(at('main.tsx'), graph, false),
      guest: importedBy(at('guest/main.tsx'), graph, true),
    };
    return known;
  };
  return {
    frame: (id, graph) => {
      const { frame, guest } = reach(graph);
      return (frame.has(id) && !guest.has(id)) || frameWidgets.test(id) ? 'frame' : null;
    },
    form: (id, graph) => (reach(graph).guest.has(id) ? null : 'form'),
  };
}

/**
 * Which modules travel in one file: what is needed together compresses better together (the frame in one file instead of
 * thirty weighs a tenth less) and is one request.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const { frame, form } = portalFiles();
  return {
    groups: [
      { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
      { name: frame, debugName: 'frame', includeDependenciesRecursively: false },
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
