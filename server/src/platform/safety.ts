import { isWeakKey } from './crypto/weak-key.ts';
import { isLoopback } from './http/loopback.ts';

/** Settings that can be unsafe. */
interface Checked {
  production: boolean;
  publicUrl: string;
  HOST: string;
  PUBLIC_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  MASTER_KEY?: Buffer | undefined;
  ALLOW_DEVELOPMENT_OUTSIDE?: boolean | undefined;
  ALLOW_HTTP_ON_LOOPBACK?: boolean | undefined;
  ALLOW_PLAIN_SMTP_ON_LOOPBACK?: boolean | undefined;
}

/** A rule: its setting, whether a configuration violates it, and what to do about it. */
interface Rule {
  setting: string;
  isBroken(config: Checked): boolean;
  remedy: string;
}

/** Options in SMTP_URL that would make the mail library send without TLS, to another server or to any certificate. */
const WEAKENING = /^(?:ignoreTLS|opportunisticTLS|requireTLS|secure|service|tls\.|logger|debug)/i;

const hostOf = (url: string) => new URL(url).hostname;
const optionsOf = (url: string) => [...new URL(url).searchParams.keys()];

/** Refused outside production mode, where the development outbox shows everyone's emails with their links. */
const development: readonly Rule[] = [
  {
    setting: 'HOST',
    isBroken: (config) => !isLoopback(config.HOST) && !config.ALLOW_DEVELOPMENT_OUTSIDE,
    remedy:
      'reaches other machines, but this is not production mode: it would show everybody every mail with its links. ' +
      'Set NODE_ENV=production, or ALLOW_DEVELOPMENT_OUTSIDE=true if only you can reach it',
  },
];

const production: readonly Rule[] = [
  { setting: 'PUBLIC_URL', isBroken: (config) => !config.PUBLIC_URL, remedy: 'is needed in production mode' },
  {
    setting: 'PUBLIC_URL',
    isBroken: ({ publicUrl, ALLOW_HTTP_ON_LOOPBACK: allowed }) =>
      !publicUrl.startsWith('https:') && !(allowed && publicUrl.startsWith('http:') && isLoopback(hostOf(publicUrl))),
    remedy:
      'must begin with https: in production mode. Only an address of this machine may be http:, with ' +
      'ALLOW_HTTP_ON_LOOPBACK=true',
  },
  {
    setting: 'SMTP_URL',
    isBroken: (config) => !config.SMTP_URL,
    remedy: 'is needed in production mode: without it nobody gets a reset link or a security notice',
  },
  {
    setting: 'SMTP_URL',
    isBroken: ({ SMTP_URL: url }) =>
      url !== undefined && (!/^smtps?:/i.test(url) || optionsOf(url).some((name) => WEAKENING.test(name))),
    remedy:
      'must begin with smtps: or smtp: and leave TLS as it is: no requireTLS, ignoreTLS, secure, service or tls options',
  },
  {
    setting: 'ALLOW_PLAIN_SMTP_ON_LOOPBACK',
    isBroken: ({ SMTP_URL: url, ALLOW_PLAIN_SMTP_ON_LOOPBACK: allowed }) =>
      allowed === true && url !== undefined && !isLoopback(hostOf(url)),
    remedy: 'holds only for a mail server on this machine, and SMTP_URL names another one',
  },
  {
    setting: 'MASTER_KEY',
    isBroken: ({ MASTER_KEY: key }) => key !== undefined && isWeakKey(key),
    remedy: 'is no random key: make one with "openssl rand -base64 32"',
  },
];

/**
 * The unsafe settings of a configuration, one line each: `<setting>: <what to do>`. The server refuses to start if
 * there is one, because nobody reads warnings.
 */
export function unsafeSettings(config: Checked): string[] {
  return (config.production ? production : development)
    .filter((rule) => rule.isBroken(config))
    .filter((rule, at, all) => all.findIndex(({ setting }) => setting === rule.setting) === at)
    .map(({ setting, remedy }) => `${setting}: ${remedy}`);
}

/** Whether emails are sent encrypted or not at all. */
export function requiresMailTls(config: Checked): boolean {
  return config.production && config.ALLOW_PLAIN_SMTP_ON_LOOPBACK !== true;
}
