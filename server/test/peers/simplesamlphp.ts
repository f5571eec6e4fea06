import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { TestKey } from '../saml.ts';

const HOME = '/usr/share/simplesamlphp';

/** The packages to install; null if they are. */
export const missing = (): string | null =>
  existsSync(`${HOME}/www/module.php`) && spawnSync('php', ['-m']).stdout?.toString().includes('dom')
    ? null
    : 'simplesamlphp php-cli php-xml php-mbstring';

export interface PhpSite {
  name: string;
  entityId: string;
  key: Pick<TestKey, 'privatePem' | 'certificate'>;
}

export interface SimpleSamlPhp {
  origin: string;
  /** Has the identity provider encrypt assertions, or stop it. */
  encrypt(on: boolean): void;
  close(): Promise<void>;
}

/** What PHP reads as this text. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/**
 * SimpleSAMLphp on loopback: a service provider for each site, whose page `/<name>` wants a sign-in, and an identity provider
 * that knows who everybody is.
 */
export async function startSimpleSamlPhp(
  setUp: (origin: string) => Promise<{ sites: (PhpSite & { idp: string })[]; idpKey: PhpSite['key']; sps: string[] }>,
): Promise<SimpleSamlPhp> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const directory = mkdtempSync(join(tmpdir(), 'portico-simplesamlphp-'));
  for (const name of ['metadata', 'cert', 'tmp', 'sessions']) mkdirSync(join(directory, name));
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const { sites, idpKey, sps } = await setUp(origin);
  const keysOf = (name: string, { privatePem, certificate }: PhpSite['key']) =>
    `'privatekey' => ${quoted(write(`cert/${name}.key`, privatePem))}, 'certificate' => ${quoted(write(`cert/${name}.pem`, certificate))}`;
  const sources = [...sites.map(({ idp }) => idp), ...sps].map(
    (xml, at) => `['type' => 'xml', 'file' => ${quoted(write(`metadata/${at}.xml`, xml))}]`,
  );
  write(
    'config.php',
    `<?php $config = ['baseurlpath' => '${origin}/', 'certdir' => '${directory}/cert/', 'loggingdir' => '${directory}/tmp/',
  'datadir' => '${directory}/tmp/', 'tempdir' => '${directory}/tmp', 'secretsalt' => 'of a test', 'auth.adminpassword' => 'of a test',
  'technicalcontact_email' => 'na@example.org', 'timezone' => 'UTC', 'logging.handler' => 'file', 'logging.level' => 7,
  'store.type' => 'phpsession', 'session.cookie.secure' => false, 'session.phpsession.savepath' => '${directory}/sessions',
  'session.phpsession.cookiename' => 'SimpleSAML', 'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true],
  'trusted.url.domains' => ['127.0.0.1:${port}'], 'language.default' => 'en', 'theme.use' => 'default',
  'metadatadir' => '${directory}/metadata', 'metadata.sources' => [['type' => 'flatfile', 'directory' => '${directory}/metadata'], ${sources.join(', ')}]];`,
  );
  const spSources = sites.map(
    ({ name, entityId, key, idp }) =>
      `'${name}' => ['saml:SP', 'entityID' => ${quoted(entityId)}, 'idp' => ${quoted(/entityID="([^"]*)"/.exec(idp)?.[1] ?? '')},
  'sign.authnrequest' => true, 'sign.logout' => true, 'redirect.sign' => true, 'WantAssertionsSigned' => true, ${keysOf(name, key)}]`,
  );
  write(
    'authsources.php',
    `<?php $config = ['everybody' => ['exampleauth:StaticSource', 'uid' => ['hanako'], 'mail' => ['hanako@company.example'],
  'sn' => ['Sato'], 'givenName' => ['Hanako']], ${spSources.join(', ')}];`,
  );
  const idpEntityId = `${origin}/saml2/idp/metadata.php`;
  write(
    'metadata/saml20-idp-hosted.php',
    `<?php $metadata[${quoted(idpEntityId)}] = ['host' => '__DEFAULT__', ${keysOf('idp', idpKey)}, 'auth' => 'everybody',
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'saml20.sign.assertion' => true,
  'assertion.encryption' => file_exists('${directory}/encrypt'),
  'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
    'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']]];`,
  );
  const router = write(
    'router.php',
    `<?php $path = explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (!in_array($path[1], [${sites.map(({ name }) => quoted(name)).join(', ')}])) return false;
require_once '${HOME}/lib/_autoload.php';
$auth = new \\SimpleSAML\\Auth\\Simple($path[1]);
if (isset($_GET['out'])) $auth->logout('${origin}/' . $path[1] . '?gone=1');
elseif (isset($_GET['gone'])) echo $auth->isAuthenticated() ? 'signed in' : 'signed out';
else { $auth->requireAuth(); echo json_encode($auth->getAttributes()); }`,
  );
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', `${HOME}/www`, router], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, SIMPLESAMLPHP_CONFIG_DIR: directory },
  });
  const ended = new Promise((done) => child.once('exit', done));
  const isUp = () => fetch(`${origin}/assets/`).then(Boolean, () => false);
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('PHP did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    origin,
    encrypt: (on) => {
      if (on) write('encrypt', '');
      else rmSync(join(directory, 'encrypt'), { force: true });
    },
    close: async () => {
      child.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
