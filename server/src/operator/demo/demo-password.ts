import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { securityPolicy } from '#contract/security-policy.ts';
import { type Config, dataPaths } from '../../platform/config.ts';
import { generatePassword } from '../../credentials/passwords/generate-password.ts';

const policy = securityPolicy.parse({}).passwordPolicy;

/**
 * The password of the demo accounts: DEMO_PASSWORD, else the one made at the first start and kept (0600) in the data
 * directory. `kept` is what the accounts have had until now; null at the first start.
 */
export async function readDemoPassword(config: Config): Promise<{ password: string; kept: string | null }> {
  const path = dataPaths(config.dataDir).demoPassword;
  const kept = await readFile(path, 'utf8').then(
    (text) => text.trimEnd() || null,
    (error) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  return { password: config.DEMO_PASSWORD ?? kept ?? generatePassword(policy), kept };
}

export async function keepDemoPassword(config: Config, password: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(dataPaths(config.dataDir).demoPassword, `${password}\n`, { mode: 0o600 });
}
