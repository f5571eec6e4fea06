import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { TestKey } from '../saml.ts';

const MODULES = '/usr/lib/apache2/modules';
const APACHE = '/usr/sbin/apache2';

/** The packages to install; null if they are. */
export const missing = (): string | null =>
  existsSync(`${MODULES}/mod_auth_mellon.so`) && spawnSync(APACHE, ['-v']).status === 0
    ? null
    : 'apache2 libapache2-mod-auth-mellon';

export interface Site {
  name: string;
  entityId: string;
  key: Pick<TestKey, 'privatePem' | 'certificate'>;
  /** Of its identity provider. */
  metadata: string;
}

export interface Mellon {
  origin: string;
  close(): Promise<void>;
}

/** Where the endpoints of a site are. */
export const endpointOf = (origin: string, { name }: Pick<Site, 'name'>) => `${origin}/${name}/mellon`;

const spMetadata = (origin: string, site: Site) => {
  const certificate = site.key.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  const at = endpointOf(origin, site);
  return `<EntityDescriptor entityID="${site.entityId}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${at}/logout"/><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${at}/logout"/><AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${at}/postResponse"/></SPSSODescriptor></EntityDescriptor>`;
};

/** Apache with mod_auth_mellon on loopback; the pages below `/<name>` of each site want a sign-in. */
export async function startMellon(sitesAt: (origin: string) => Promise<Site[]>): Promise<Mellon> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const directory = mkdtempSync(join(tmpdir(), 'portico-mellon-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const sites = await sitesAt(origin);
  const locations = sites.map((site) => {
    const { name, key } = site;
    mkdirSync(join(directory, 'www', name), { recursive: true });
    write(`www/${name}/index.html`, `the page of ${name}`);
    return `<Location /${name}>
  MellonEnable "auth"
  AuthType "Mellon"
  Require valid-user
  MellonVariable "${name}"
  MellonEndpointPath "/${name}/mellon"
  MellonSecureCookie Off
  MellonSignatureMethod rsa-sha256
  MellonSPPrivateKeyFile ${write(`${name}.key`, key.privatePem)}
  MellonSPCertFile ${write(`${name}.pem`, key.certificate)}
  MellonSPMetadataFile ${write(`${name}-sp.xml`, spMetadata(origin, site))}
  MellonIdPMetadataFile ${write(`${name}-idp.xml`, site.metadata)}
</Location>`;
  });
  const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'auth_mellon'];
  const loaded = modules
    .filter((module) => existsSync(`${MODULES}/mod_${module}.so`))
    .map((module) => `LoadModule ${module}_module ${MODULES}/mod_${module}.so`);
  const configuration = `${loaded.join('\n')}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
User nobody
Group nogroup
PidFile ${directory}/pid
ErrorLog ${directory}/log
DefaultRuntimeDir ${directory}
TypesConfig /dev/null
DocumentRoot ${directory}/www
DirectoryIndex index.html
MellonLockFile ${directory}/lock
MellonPostDirectory ${directory}
${locations.join('\n')}
`;
  spawnSync('chmod', ['-R', 'a+rX', directory]);
  const child = spawn(APACHE, ['-D', 'FOREGROUND', '-f', write('apache.conf', configuration)], { stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  for (let tries = 0; !(await answers(origin)); tries += 1) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(
        `Apache did not start: ${existsSync(`${directory}/log`) && readFileSync(`${directory}/log`, 'utf8')}`,
      );
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    origin,
    close: async () => {
      child.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const answers = (origin: string) =>
  fetch(origin).then(
    () => true,
    () => false,
  );
