import { type Config, readConfig, WrongConfiguration } from './platform/config.ts';

/** The configuration; null if it is invalid, which has been reported. */
export function readSettings(): Config | null {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return null;
  }
}
