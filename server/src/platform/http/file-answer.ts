import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A file as an answer. `gzipped`: the bytes are, and are sent so to whom it suits. `type`: its own, where the contract
 * names a family.
 */
export interface FileAnswer {
  fileName: string;
  content: Readable;
  type?: string;
  gzipped?: boolean;
}

const acceptsGzip = (header: string | undefined) =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9]))?\s*(,|$)/.test(header ?? '');

/** Sends a file to be saved under its name, piece by piece as fast as it is taken. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, type: string, answer: FileAnswer): FastifyReply {
  const { fileName, content, gzipped } = answer;
  // The name of a file that somebody uploaded may hold anything (RFC 6266 section 4.3, RFC 8187).
  const plain = fileName.replace(/[^\w. -]/g, '_');
  reply
    .type(answer.type ?? type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  if (!gzipped) return reply.send(content);
  reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request.headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(content);
  // An error ends the answer, which then is visibly cut off.
  return reply.send(pipeline(content, createGunzip(), () => {}));
}
