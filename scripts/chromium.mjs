import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The browser for the journeys: CHROMIUM_PATH, else the first of the usual names on PATH; undefined without one.
 * @returns {string | undefined}
 */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const candidates = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : names.flatMap((name) => PATH.split(delimiter).map((directory) => join(directory, name)));
  return candidates.find((path) => existsSync(path));
}
