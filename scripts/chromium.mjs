import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell draws the same in a third of the time. */
const headless = ['chromium-headless-shell', 'chrome-headless-shell'];
const whole = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
const onPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name)))
    .find((path) => existsSync(path));

/** True if the headless shell is available. */
export const hasHeadless = () => onPath(headless) !== undefined;

/**
 * The browser for the journeys: CHROMIUM_PATH, otherwise the first of the usual names on PATH; undefined without one.
 * @returns {string | undefined}
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  return onPath([...headless, ...whole]);
}
