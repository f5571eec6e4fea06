const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file as a person reads it: "4.2 MB". */
export function fileSize(bytes: number, language: string): string {
  let size = bytes;
  let place = 0;
  while (size >= 1000 && place < units.length - 1) {
    size /= 1024;
    place += 1;
  }
  // In English the short form of one and of many bytes is "byte".
  const unitDisplay = place === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: units[place] ?? 'byte', unitDisplay } as const;
  return new Intl.NumberFormat(language, { ...options, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
}
