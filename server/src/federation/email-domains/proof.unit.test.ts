import { expect, it } from 'vitest';
import { type Outgoing, type OutgoingFailure, OutgoingError } from '../../platform/net/outgoing.ts';
import { lookForProof } from './proof.ts';

const value = 'portico-domain-verification=abc';

/** A network in which the record and the file are as given. */
const network = (texts: string[] | OutgoingFailure, file: { status: number; body: string } | OutgoingFailure) =>
  ({
    texts: async (name: string) => {
      expect(name).toBe('_portico.acme.example');
      if (typeof texts === 'string') throw new OutgoingError(texts);
      return texts;
    },
    read: async (url: string, asked: object) => {
      expect(asked).toEqual({ hosts: ['acme.example', 'www.acme.example'] });
      expect(url).toBe('https://acme.example/.well-known/portico-domain.txt');
      if (typeof file === 'string') throw new OutgoingError(file);
      return file;
    },
  }) as Partial<Outgoing> as Outgoing;

const page = (body: string, status = 200) => ({ status, body });

it.each([
  ['the record', [value], 'nameNotFound', null],
  ['the record among others', ['v=spf1 -all', ` ${value} `], 'nameNotFound', null],
  ['no name', 'nameNotFound', 'nameNotFound', 'record_missing'],
  ['no text', [], 'connection', 'record_missing'],
  ['another text', ['portico-domain-verification=xyz'], 'connection', 'record_differs'],
  ['a longer text', [`${value}d`], 'connection', 'record_differs'],
  ['the value in other letters', [value.toUpperCase()], 'connection', 'record_differs'],
  ['nobody answers', 'timeout', 'timeout', 'unreachable'],
  ['the file', 'nameNotFound', page(value), null],
  ['the file, while no name server answers', 'timeout', page(`${value}\r\n`), null],
  ['the file among other lines', [], page(`# proofs\n${value}\n`), null],
  ['a file that is not found but shows it', [], page(value, 404), 'record_missing'],
  ['a page that mentions it', [], page(`<p>${value}</p>`), 'record_missing'],
  ['far down in a file', [], page(`${'\n'.repeat(30)}${value}`), 'record_missing'],
  ['an address within the operator’s network', [], 'addressNotAllowed', 'record_missing'],
] as const)('%s', async (_, texts, file, expected) => {
  const found = await lookForProof(
    network(typeof texts === 'string' ? texts : [...texts], file),
    'acme.example',
    value,
  );
  expect(found).toBe(expected);
});
