/** Icons are imported one by one from their own files: the package's index would load all six thousand in tests. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
