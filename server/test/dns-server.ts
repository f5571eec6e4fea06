import { createSocket } from 'node:dgram';

/** A name server on loopback that knows TXT records only. */
export interface DnsServer {
  /** `127.0.0.1:port`, for `DNS_SERVERS`. */
  address: string;
  /** TXT records by name; `silent` names are never answered. */
  texts: Map<string, string[]>;
  silent: Set<string>;
  close(): Promise<void>;
}

const TXT = 16;
const NAME_ERROR = 3;

/** The name of the question, and where it ends. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A record of one text or, where it is long, of several parts (RFC 1035 section 3.3.14). */
function record(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
  const head = Buffer.alloc(12);
  // A pointer to the question's name, then type, class, time to live and length.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    texts: new Map(),
    silent: new Set(),
    close: () => new Promise((done) => socket.close(() => done())),
  };
  socket.on('message', (message, from) => {
    const { name, end } = readName(message);
    if (server.silent.has(name)) return;
    const isText = message.readUInt16BE(end) === TXT;
    const texts = (isText && server.texts.get(name)) || [];
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (server.texts.has(name) ? 0 : NAME_ERROR), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(texts.length, 6);
    socket.send(Buffer.concat([head, message.subarray(12, end + 4), ...texts.map(record)]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
