/**
 * Whether a host (name or address, optionally with brackets and port as in the `Host` header) is this machine:
 * `localhost` and names below it (RFC 6761), 127.0.0.0/8, ::1 (also as an IPv4-mapped address).
 */
export function isLoopback(host: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  const name = (bracketed ?? plain ?? host).toLowerCase().replace(/^::ffff:/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
